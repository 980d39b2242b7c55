/** How a call of a tool is tried again. */
export interface ToolRetry {
  /** Tries of one call, from 1 to 10, where each but the last throws a temporary error. */
  attempts: number;
  /** Pause before the second try, at most a minute; it doubles with each, up to a minute. Default 1,000. */
  initialMs?: number;
  /** Whether a call that was interrupted, or took too long, may be run again. Default `never`. */
  interrupted?: 'safe' | 'never';
}

/** The limits that a tool may set for its calls. */
export interface ToolLimits {
  /**
   * Whether an interrupted call may be run again, and how often one is tried that throws a temporary error. Default
   * `never`: the model is then told that the outcome is unknown. Either way it may run more than once when a worker
   * dies at the wrong moment.
   */
  retry?: 'safe' | 'never' | ToolRetry;
  /**
   * `never`: a retry of the turn runs the call again even if it ran before. Set it for tools that read what changes.
   * Default: a retry reuses the result of the same call.
   */
  reuse?: 'never';
  /** Milliseconds that one try may take, at most nine minutes; then it is told to stop, and the model hears of it. */
  timeoutMs?: number;
  /**
   * Seconds that a person has to answer whether a call may run, at most a year; then it is refused, and the model told so.
   * Default 604,800, a week.
   */
  approvalSeconds?: number;
  /** Calls that one worker runs at once; the others wait, users in turn. Default: as many as come. */
  concurrency?: number;
}

/** Below the ten minutes after which Temporal takes a try of the Activity for lost. */
const MAX_TIMEOUT_MS = 540_000;
const MAX_ATTEMPTS = 10;
const MAX_PAUSE_MS = 60_000;
const MAX_CONCURRENCY = 10_000;
/** A year. */
const MAX_APPROVAL_SECONDS = 31_536_000;
/** A week: who was away for long finds the question, and a chat that nobody comes back to does not wait for ever. */
const APPROVAL_SECONDS = 604_800;
const DEFAULT_PAUSE_MS = 1_000;

/** How a tool's calls are tried again, with what it leaves open. */
export function readRetry({ retry = 'never' }: Pick<ToolLimits, 'retry'>): Required<ToolRetry> {
  if (typeof retry === 'string') return { attempts: 1, initialMs: DEFAULT_PAUSE_MS, interrupted: retry };
  const { attempts, initialMs = DEFAULT_PAUSE_MS, interrupted = 'never' } = retry;
  return { attempts, initialMs, interrupted };
}

/** The pause after a failed try, from 1. */
export function pauseAfter(attempt: number, { initialMs }: Pick<Required<ToolRetry>, 'initialMs'>): number {
  return Math.min(MAX_PAUSE_MS, initialMs * 2 ** (attempt - 1));
}

/** How long the question about a call of a tool waits for an answer. */
export function approvalMs({
  approvalSeconds = APPROVAL_SECONDS,
  approve,
}: Pick<ToolLimits, 'approvalSeconds'> & { approve?: unknown }): number {
  const hasOwn = typeof approve === 'object' && approve !== null && 'expiresMs' in approve;
  const own = hasOwn ? approve.expiresMs : undefined;
  return Math.round(typeof own === 'number' ? own : approvalSeconds * 1_000);
}

/** Returns the problem of such a bound, as the end of a sentence; undefined: there is none. */
export function approvalSecondsProblem(seconds: number): string | undefined {
  if (seconds > 0 && seconds <= MAX_APPROVAL_SECONDS) return undefined;
  return `must be above 0 and at most ${MAX_APPROVAL_SECONDS}`;
}

/** Returns the problem of the limits that a tool sets, as the end of a sentence; undefined: there is none. */
export function limitsProblem({
  retry,
  timeoutMs,
  concurrency,
  approvalSeconds,
  reuse,
}: ToolLimits): string | undefined {
  const { attempts, initialMs, interrupted } = readRetry({ retry: retry ?? 'never' });
  if (!isWithin(attempts, 1, MAX_ATTEMPTS)) return `'retry.attempts' must be from 1 to ${MAX_ATTEMPTS}`;
  if (!isWithin(initialMs, 0, MAX_PAUSE_MS)) return `'retry.initialMs' must be from 0 to ${MAX_PAUSE_MS}`;
  if (interrupted !== 'safe' && interrupted !== 'never')
    return "'retry' must be 'safe', 'never' or an object whose 'interrupted' is one of them";
  if (timeoutMs !== undefined && !isWithin(timeoutMs, 1, MAX_TIMEOUT_MS))
    return `'timeoutMs' must be from 1 to ${MAX_TIMEOUT_MS}`;
  if (reuse !== undefined && reuse !== 'never')
    return `'reuse' must be 'never' or omitted, not '${String(reuse)}'`;
  const unfit = approvalSeconds === undefined ? undefined : approvalSecondsProblem(approvalSeconds);
  if (unfit !== undefined) return `'approvalSeconds' ${unfit}`;
  if (concurrency !== undefined && !isWithin(concurrency, 1, MAX_CONCURRENCY))
    return `'concurrency' must be from 1 to ${MAX_CONCURRENCY}`;
  return undefined;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
