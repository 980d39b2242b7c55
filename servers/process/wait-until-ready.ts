import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../error-text.js';
import { isAlive, type ProcessMark } from './process-mark.js';
import { logTail } from './spawn-server.js';

/** How long a server may take until it answers. */
export const READY_TIMEOUT_MS = 60_000;

/** A server that was started and what tells that it is ready. */
interface WaitUntilReadyInput {
  readonly name: string;
  readonly mark: ProcessMark;
  readonly logFile: string;
  /** Where in the log this run of the server begins. */
  readonly logFrom?: number;
  /** Asks the server something real; rejects while it cannot answer. */
  readonly probe: () => Promise<void>;
  readonly timeoutMs?: number;
}

/**
 * Returns once the server answers. Throws with the end of its log as soon as its process is gone, and when
 * it does not answer within `timeoutMs` (60 s unless given).
 */
export async function waitUntilReady(input: WaitUntilReadyInput): Promise<void> {
  const timeoutMs = input.timeoutMs ?? READY_TIMEOUT_MS;
  const deadline = Date.now() + timeoutMs;
  let reason = '';
  while (Date.now() < deadline) {
    const isReady = await input.probe().then(
      () => true,
      (error: unknown) => {
        reason = errorText(error);
        return false;
      },
    );
    // Asked last: when another server holds the port, that one answers while ours is failing.
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
