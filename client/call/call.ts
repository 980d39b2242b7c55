import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { outcomeOpen } from './outcome-open.js';
import { toThreadlineError } from './to-threadline-error.js';
import { judgeTrouble } from './trouble.js';

export interface CallOptions {
  /** Default: as in `connect`. */
  timeoutMs?: number | undefined;
}

interface CallInput extends CallOptions {
  /** Does not wait for the current step. */
  signal?: AbortSignal | undefined;
  retryId?: string | undefined;
}

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
/** gRPC's own timeout error has more details. */
const GRPC_AHEAD_MS = 250;
const MAX_TIMEOUT_MS = 2_147_483_647;

const NO_ANSWER = 'no answer';
const WHO = {
  postgres: 'Postgres did not answer: is it running?',
  temporal: 'No answer: is a worker running, and are Temporal and Postgres reachable and fast enough?',
};

interface Step {
  readonly part: keyof typeof WHO;
  readonly changes: boolean;
}

/**
 * Retries steps during an outage, so they must be idempotent. Then throws `Client.OutcomeOpen` if the request
 * may have had an effect, else `Client.Unavailable`.
 */
export class Call {
  readonly #context: Pick<ClientContext, 'temporal' | 'timeoutMs'>;
  readonly #input: CallInput;
  readonly #timeoutMs: number;
  #deadline = 0;
  #hasEffect = false;

  constructor(context: Pick<ClientContext, 'temporal' | 'timeoutMs'>, input: CallInput = {}) {
    this.#context = context;
    this.#input = input;
    this.#timeoutMs = checkedTimeout(input.timeoutMs ?? context.timeoutMs);
    this.restart();
  }

  /** Also used for a write that may be lost. */
  read<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'postgres', changes: false }, perform);
  }

  store<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'postgres', changes: true }, perform);
  }

  query<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'temporal', changes: false }, perform);
  }

  send<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'temporal', changes: true }, perform);
  }

  /** Call it after all services have answered. */
  restart(): void {
    this.#deadline = Date.now() + this.#timeoutMs;
  }

  async #perform<Result>(step: Step, perform: () => Promise<Result>): Promise<Result> {
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
      const outcome = await this.#try(step, perform);
      if (outcome !== NO_ANSWER && 'result' in outcome) {
        if (step.changes) this.#hasEffect = true;
        return outcome.result;
      }
      const error = outcome === NO_ANSWER ? undefined : outcome.error;
      const trouble = outcome === NO_ANSWER ? { isOpen: true } : judgeTrouble(error);
      if (!trouble) throw this.#refused(error);
      if (step.changes && trouble.isOpen) this.#hasEffect = true;
      if (!(await this.#pause(pauseMs))) throw this.#gaveUp(step, error);
    }
  }

  async #try<Result>(
    { part }: Step,
    perform: () => Promise<Result>,
  ): Promise<{ result: Result } | { error: unknown } | typeof NO_ANSWER> {
    const { signal } = this.#input;
    if (signal?.aborted) return NO_ANSWER;
    const leftMs = Math.max(0, this.#deadline - Date.now()) + GRPC_AHEAD_MS;
    let stop = (): void => undefined;
    // Not a promised timer: aborting one creates a stack trace, for every read of every stream.
    const over = new Promise<typeof NO_ANSWER>((resolve) => {
      stop = () => resolve(NO_ANSWER);
    });
    const timer = setTimeout(stop, leftMs);
    signal?.addEventListener('abort', stop);
    try {
      const trying = part === 'temporal' ? this.#withDeadline(perform) : perform();
      return await Promise.race([
        trying.then(
          (result) => ({ result }),
          (error: unknown) => ({ error }),
        ),
        over,
      ]);
    } finally {
      signal?.removeEventListener('abort', stop);
      clearTimeout(timer);
    }
  }

  #withDeadline<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#context.temporal.withDeadline(this.#deadline, perform);
  }

  async #pause(ms: number): Promise<boolean> {
    const { signal } = this.#input;
    if (signal?.aborted || Date.now() + ms >= this.#deadline) return false;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    return !signal?.aborted;
  }

  #refused(error: unknown): unknown {
    const { retryId } = this.#input;
    const refused = toThreadlineError(error);
    if (!(refused instanceof ThreadlineError) || !/^Client\.(Refused|Paused|OutcomeOpen)$/.test(refused.type))
      return refused;
    return this.#hasEffect || refused.type === 'Client.OutcomeOpen'
      ? outcomeOpen({ why: refused.message, retryId, cause: refused.cause })
      : refused;
  }

  #gaveUp({ part }: Step, cause: unknown): ThreadlineError {
    if (this.#hasEffect) return outcomeOpen({ why: WHO[part], retryId: this.#input.retryId, cause });
    const failure = toThreadlineError(cause);
    if (failure instanceof ThreadlineError && failure.type === 'Conversation.Busy') return failure;
    return new ThreadlineError('Client.Unavailable', WHO[part], { cause });
  }
}

function checkedTimeout(timeoutMs: number): number {
  if (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return timeoutMs;
  throw new ThreadlineError(
    'Client.InvalidCursor',
    `A timeout of ${timeoutMs} is not a number of milliseconds from 1 to ${MAX_TIMEOUT_MS}`,
  );
}
