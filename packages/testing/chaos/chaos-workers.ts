import type { TestSystem } from '../test-system.js';
import { startWorkerProcess, type WorkerProcess } from '../worker-process.js';

export class ChaosWorkers {
  readonly #start: () => Promise<WorkerProcess>;
  #running: WorkerProcess[] = [];
  #next = 0;
  #ended = 0;

  constructor(system: TestSystem, options: { module?: string | URL | undefined; cachedWorkflows?: number }) {
    const { module, cachedWorkflows } = options;
    this.#start = () => startWorkerProcess(system, undefined, { module, cachedWorkflows });
  }

  async add(): Promise<void> {
    const worker = await this.#start();
    this.#running.push(worker);
    void worker.exited.then(() => {
      if (this.#running.includes(worker)) this.#ended += 1;
      this.#remove(worker);
    });
  }

  pick(): WorkerProcess {
    const worker = this.#running[this.#next % this.#running.length];
    if (!worker) throw new Error('Every worker of the chaos run exited unexpectedly');
    this.#next += 1;
    return worker;
  }

  get running(): readonly WorkerProcess[] {
    return this.#running;
  }

  get endedAlone(): number {
    return this.#ended;
  }

  async kill(worker: WorkerProcess): Promise<void> {
    this.#remove(worker);
    worker.kill();
    await worker.exited;
  }

  async killAll(): Promise<void> {
    await Promise.all(this.#running.map((worker) => this.kill(worker)));
  }

  #remove(worker: WorkerProcess): void {
    this.#running = this.#running.filter((other) => other !== worker);
  }
}
