import { setTimeout as delay } from 'node:timers/promises';
import { errorText } from '../error-text.js';
import { isAlive, type ProcessMark } from './process-mark.js';
import { logTail } from './spawn-server.js';

export const READY_TIMEOUT_MS = 60_000;

interface WaitUntilReadyInput {
  readonly name: string;
  readonly mark: ProcessMark;
  readonly logFile: string;
  readonly logFrom?: number;
  readonly probe: () => Promise<void>;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal | undefined;
}

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
    // Checked last, because another server on the port may respond while ours fails.
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
