import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../error-text.js';
import { isAlive, type ProcessMark } from './process-mark.js';
import { logTail } from './spawn-server.js';

export const READY_TIMEOUT_MS = 60_000;

interface WaitUntilReadyInput {
  readonly name: string;
  readonly mark: ProcessMark;
  readonly logFile: string;
  /** Byte offset in the log where this run begins. */
  readonly logFrom?: number;
  /** Sends a real request. Rejects until the server can answer. */
  readonly probe: () => Promise<void>;
  readonly timeoutMs?: number;
  /** Aborts the wait with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns once the server responds. Throws with the end of its log when its process exits, or after `timeoutMs`
 * (default 60 s).
 */
export async function waitUntilReady(input: WaitUntilReadyInput): Promise<void> {
  const timeoutMs = input.timeoutMs ?? READY_TIMEOUT_MS;
  const deadline = Date.now() + timeoutMs;
  let reason = '';
  while (Date.now() < deadline) {
    input.signal?.throwIfAborted();
    const isReady = await input.probe().then(
      () => true,
      (error: unknown) => {
        reason = errorText(error);
        return false;
      },
    );
    // Checked last: if another server holds the port, that one responds while ours is failing.
    if (!isAlive(input.mark)) throw new Error(`${input.name} ended before it was ready; ${endOfLog(input)}`);
    if (isReady) return;
    await delay(50);
  }
  throw new Error(
    `${input.name} did not answer within ${timeoutMs / 1000} s (${reason}); ${endOfLog(input)}`,
  );
}

function endOfLog({ logFile, logFrom }: WaitUntilReadyInput): string {
  return `its log '${logFile}' ends with:\n${logTail(logFile, logFrom)}`;
}
