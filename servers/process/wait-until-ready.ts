import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../error-text.js';
import { isAlive, type ProcessMark } from './process-mark.js';
import { logTail } from './spawn-server.js';

/** How long a server may take until it answers. */
export const READY_TIMEOUT_MS = 60_000;

/** A started server, and how to tell that it is ready. */
interface WaitUntilReadyInput {
  readonly name: string;
  readonly mark: ProcessMark;
  readonly logFile: string;
  /** The byte of the log at which this run of the server begins. */
  readonly logFrom?: number;
  /** Sends the server a real request; rejects while the server cannot answer it. */
  readonly probe: () => Promise<void>;
  readonly timeoutMs?: number;
  /** Ends the wait with its reason. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns once the server answers. Throws with the end of its log as soon as its process has ended, or when it
 * does not answer within `timeoutMs` (default 60 s).
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
    // Checked last: when another server holds the port, that one answers while ours is failing.
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
