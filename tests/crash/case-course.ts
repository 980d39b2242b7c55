import type { WorkerProcess } from '../../packages/testing/worker-process.js';

/** As long as the caller of a case waits: a second worker starts beside other cases, and nothing is asserted about time. */
export const PATIENCE_MS = 90_000;
/** Of a case that runs beside others. */
export const CASES_AT_ONCE = { timeout: 240_000 };

/** The worker processes of a case, which end with it. */
export class CaseWorkers {
  readonly #start: () => Promise<WorkerProcess>;
  readonly #started: WorkerProcess[] = [];

  constructor(start: () => Promise<WorkerProcess>) {
    this.#start = start;
  }

  add(worker: WorkerProcess): void {
    this.#started.push(worker);
  }

  /** Starts one that meets no fault. */
  async startAnother(): Promise<void> {
    this.add(await this.#start());
  }

  async killAll(): Promise<void> {
    for (const worker of this.#started) worker.kill();
    await Promise.all(this.#started.map(({ exited }) => exited));
  }
}

/** What happens around a case. */
export interface CaseCourse {
  /** The worker polls, and nothing was asked yet. */
  ready(): Promise<void>;
  /** Breaks what is to break at the fault's point; when it resolves, all is there to go on. */
  meet(first: WorkerProcess, workers: CaseWorkers): Promise<void>;
}

/** The fault hits the worker itself; whoever survives it works on beside another one. */
export const anotherTakesOver: CaseCourse = {
  ready: async () => undefined,
  async meet(first, workers) {
    await first.faulted;
    await workers.startAnother();
  },
};
