import { setTimeout as sleep } from 'node:timers/promises';
import type { Threadline } from '../../client/connect.js';

const LOOK_MS = 100;
/** An answer that is taken is in its row sooner than this; one that is not leaves its question open. */
const SETTLES_MS = 5_000;
const MAX_QUESTIONS = 100;

/**
 * Waits until a question of an execution is settled, whose answer has been sent: whoever followed it at once would be told the
 * same question again. Returns after a while in any case.
 */
export async function awaitSettled(
  { executions }: Threadline,
  { executionId, signal }: { executionId: string; signal: AbortSignal },
): Promise<void> {
  const count = async (): Promise<number> =>
    (await executions.waiting({ limit: MAX_QUESTIONS })).filter(
      (question) =>
        question.executionId === executionId || question.executionId.startsWith(`${executionId}/`),
    ).length;
  const open = await count();
  if (open === 0) return;
  for (let waitedMs = 0; waitedMs < SETTLES_MS && !signal.aborted; waitedMs += LOOK_MS) {
    await sleep(LOOK_MS, undefined, { ref: false });
    if ((await count()) < open) return;
  }
}
