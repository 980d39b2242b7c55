import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../protocol/error-message.js';
import { wakeConversations, type WakeDependencies } from './wake-conversations.js';

/** Half a minute: soon enough for somebody who waits, and rare enough to cost nothing. */
const PAUSE_MS = 30_000;
/** A turn that was stored so many seconds ago has usually begun, or its Workflow has a task that will see it. */
const FORGOTTEN_SECONDS = 15;

/**
 * Looks again and again, as long as the worker runs, for turns that nobody works off. An outage is told once and
 * outlived. The returned function ends it and waits for the look under way.
 */
export function keepLooking(
  dependencies: WakeDependencies,
  note: (level: string, message: string) => void,
): () => Promise<void> {
  const stopped = new AbortController();
  const looking = look();
  return () => {
    stopped.abort();
    return looking;
  };

  async function look(): Promise<void> {
    let isAway = false;
    for (let after = 0; !stopped.signal.aborted; await pause()) {
      try {
        const { woken, next } = await wakeConversations(dependencies, {
          afterSeconds: FORGOTTEN_SECONDS,
          after,
        });
        for (const id of woken) note('INFO', `Woke '${id}', which had a turn that nobody worked off`);
        after = next;
        isAway = false;
      } catch (error) {
        if (!isAway) note('WARN', `Looking for turns that wait failed: ${errorMessage(error)}`);
        isAway = true;
      }
    }
  }

  function pause(): Promise<void> {
    return sleep(PAUSE_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
  }
}
