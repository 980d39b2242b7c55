export interface ToolRetry {
  /** The most tries after temporary errors, from 1 to 10. */
  attempts: number;
  /** The pause before the second try, at most a minute. Doubles with each try. Default: 1,000. */
  initialMs?: number;
  /** Whether an interrupted or timed out call may run again. Default: `never`. */
  interrupted?: 'safe' | 'never';
}

export interface ToolLimits {
  /**
   * Whether interrupted calls and temporary errors are retried. Default: `never`. The model then sees that
   * the outcome is unknown. If a worker crashes, a call may still run twice.
   */
  retry?: 'safe' | 'never' | ToolRetry;
  /** `never` runs the call again in a retried turn. Default: reuses the result. */
  reuse?: 'never';
  /** Aborts a try after this time, at most nine minutes. */
  timeoutMs?: number;
  /** A call without an answer is refused after this time, at most a year. Default: 604,800, a week. */
  approvalSeconds?: number;
  /** Calls that run at once on a worker. Users take turns. Default: no limit. */
  concurrency?: number;
}

const MAX_TIMEOUT_MS = 540_000;
const DEFAULT_TIMEOUT_MS = 600_000;
const MAX_ATTEMPTS = 10;
const MAX_PAUSE_MS = 60_000;
const MAX_CONCURRENCY = 10_000;
const MAX_APPROVAL_SECONDS = 31_536_000;
/** A week, after which the chat counts as abandoned. */
const APPROVAL_SECONDS = 604_800;
const DEFAULT_PAUSE_MS = 1_000;

export function readRetry({ retry = 'never' }: Pick<ToolLimits, 'retry'>): Required<ToolRetry> {
  if (typeof retry === 'string') return { attempts: 1, initialMs: DEFAULT_PAUSE_MS, interrupted: retry };
  const { attempts, initialMs = DEFAULT_PAUSE_MS, interrupted = 'never' } = retry;
  return { attempts, initialMs, interrupted };
}

/** Excludes the wait for the tool's turn. */
export function tryLimitMs({ timeoutMs = DEFAULT_TIMEOUT_MS }: Pick<ToolLimits, 'timeoutMs'>): number {
  return timeoutMs;
}

export function pauseAfter(attempt: number, { initialMs }: Pick<Required<ToolRetry>, 'initialMs'>): number {
  return Math.min(MAX_PAUSE_MS, initialMs * 2 ** (attempt - 1));
}

export function approvalMs({
  approvalSeconds = APPROVAL_SECONDS,
  approve,
}: Pick<ToolLimits, 'approvalSeconds'> & { approve?: unknown }): number {
  const hasOwn = typeof approve === 'object' && approve !== null && 'expiresMs' in approve;
  const own = hasOwn ? approve.expiresMs : undefined;
  return Math.round(typeof own === 'number' ? own : approvalSeconds * 1_000);
}

export function approvalSecondsProblem(seconds: number): string | undefined {
  if (seconds > 0 && seconds <= MAX_APPROVAL_SECONDS) return undefined;
  return `must be above 0 and at most ${MAX_APPROVAL_SECONDS}`;
}

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
  if (reuse && reuse !== 'never') return `'reuse' must be 'never' or omitted, not '${String(reuse)}'`;
  const unfit = approvalSeconds === undefined ? undefined : approvalSecondsProblem(approvalSeconds);
  if (unfit) return `'approvalSeconds' ${unfit}`;
  if (concurrency !== undefined && !isWithin(concurrency, 1, MAX_CONCURRENCY))
    return `'concurrency' must be from 1 to ${MAX_CONCURRENCY}`;
  return undefined;
}

function isWithin(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most;
}
