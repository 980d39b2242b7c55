import { FairTurns } from '../../../flow/code/fair-turns.js';
import type { ToolDefinition } from '../../../tools/define-tool.js';

/** Who waits for a place: users are served in turn, and of one user the executions. */
interface Waiter {
  user: string | null;
  executionId: number;
  /** Aborted: leaves the queue at once. */
  signal: AbortSignal;
}

/** The places of those tools of a worker that run only so many calls at once. */
export class ToolPlaces {
  readonly #turns = new Map<string, FairTurns>();

  /** Does the work once there is a place for it. Rejects with the signal's reason when that is aborted before. */
  async hold<Result>(
    { name, concurrency }: Pick<ToolDefinition, 'name' | 'concurrency'>,
    { user, executionId, signal }: Waiter,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (concurrency === undefined) return work();
    const turns = this.#turns.get(name) ?? new FairTurns(concurrency);
    this.#turns.set(name, turns);
    await turns.take({ line: [user ?? '', String(executionId)], signal });
    try {
      return await work();
    } finally {
      turns.give();
    }
  }
}
