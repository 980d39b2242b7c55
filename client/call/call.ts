import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientContext } from '../client-context.js';
import { ThreadlineError } from '../threadline-error.js';
import { outcomeOpen } from './outcome-open.js';
import { toThreadlineError } from './to-threadline-error.js';
import { judgeTrouble } from './trouble.js';

/** How long a call is tried. */
export interface CallOptions {
  /**
   * Milliseconds for which the call is tried while Temporal, Postgres or the workers do not answer; default: those given
   * to `connect`.
   */
  timeoutMs?: number | undefined;
}

interface CallInput extends CallOptions {
  /** Ends it: what is under way is not waited for. */
  signal?: AbortSignal | undefined;
  /** The id under which the same call, made again, happens once. */
  retryId?: string | undefined;
}

/** The pauses between tries double up to the last. */
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 2_000;
/** gRPC keeps the time itself and says more about what it waited for: it comes first. */
const GRPC_AHEAD_MS = 250;
const MAX_TIMEOUT_MS = 2_147_483_647; // of a timer

const NO_ANSWER = 'no answer';
const WHO = {
  postgres: 'Postgres did not answer: is it running?',
  temporal: 'No answer: is a worker running, and are Temporal and Postgres reachable and fast enough?',
};

/** A step of a call: what has to answer, and whether the step changes anything. */
interface Step {
  readonly part: keyof typeof WHO;
  readonly changes: boolean;
}

/**
 * One call of a method, step by step; every method of the client goes through it. A step that meets an outage is tried
 * again until the call's time is over. Then it throws `Client.OutcomeOpen` if something was changed or may have been,
 * else `Client.Unavailable`. Steps must bear being done twice.
 */
export class Call {
  readonly #context: Pick<ClientContext, 'temporal' | 'timeoutMs'>;
  readonly #input: CallInput;
  readonly #timeoutMs: number;
  #deadline = 0;
  /** Something was changed, or may have been. */
  #hasEffect = false;

  constructor(context: Pick<ClientContext, 'temporal' | 'timeoutMs'>, input: CallInput = {}) {
    this.#context = context;
    this.#input = input;
    this.#timeoutMs = checkedTimeout(input.timeoutMs ?? context.timeoutMs);
    this.restart();
  }

  /** Reads from Postgres. Also for what is written there and nobody would miss. */
  read<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'postgres', changes: false }, perform);
  }

  /** Changes something in Postgres. */
  store<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'postgres', changes: true }, perform);
  }

  /** Asks Temporal or a Workflow. */
  query<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'temporal', changes: false }, perform);
  }

  /** Changes something in Temporal or a Workflow. */
  send<Result>(perform: () => Promise<Result>): Promise<Result> {
    return this.#perform({ part: 'temporal', changes: true }, perform);
  }

  /** Begins the time again: for one who waits, and has just heard that all answer. */
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
      if (trouble === undefined) throw this.#refused(error);
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
    // By a timer of its own: one that a signal ends makes an error with a stack trace, for every read of every stream.
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

  /** False: there is no time for another try. */
  async #pause(ms: number): Promise<boolean> {
    const { signal } = this.#input;
    if (signal?.aborted || Date.now() + ms >= this.#deadline) return false;
    await sleep(ms, undefined, { signal }).catch(() => undefined);
    return !signal?.aborted;
  }

  /** The error of a step that would meet it again. */
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
    // A Workflow that is busy says so itself.
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
