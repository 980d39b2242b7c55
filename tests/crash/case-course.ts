import type { WorkerProcess } from '../../packages/testing/worker-process.js';

export const TIMEOUT_MS = 300_000;
export const CASES_AT_ONCE = { timeout: 480_000 };

export class CaseWorkers {
  readonly #start: () => Promise<WorkerProcess>;
  readonly #started: WorkerProcess[] = [];

  constructor(start: () => Promise<WorkerProcess>) {
    this.#start = start;
  }

  add(worker: WorkerProcess): void {
    this.#started.push(worker);
  }

  async startAnother(): Promise<void> {
    this.add(await this.#start());
  }

  async killAll(): Promise<void> {
    for (const worker of this.#started) worker.kill();
    await Promise.all(this.#started.map(({ exited }) => exited));
  }
}

export interface CaseCourse {
  ready(): Promise<void>;
  meet(first: WorkerProcess, workers: CaseWorkers): Promise<void>;
}

export const anotherTakesOver: CaseCourse = {
  ready: async () => undefined,
  async meet(first, workers) {
    await first.faulted;
    await workers.startAnother();
  },
};
