import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from '../protocol/error-message.js';
import { notifyAnswers } from './notify-answers.js';
import { wakeConversations, type WakeDependencies } from './wake-conversations.js';

/** Half a minute: soon enough for somebody who waits, and rare enough to cost nothing. */
const PAUSE_MS = 30_000;
/** By then, a stored turn has usually begun, and a stored answer has reached its execution. */
const FORGOTTEN_SECONDS = 15;

/**
 * Looks for turns that nobody processes and for answers that no execution has heard of, as long as the worker runs. Survives an
 * outage, and reports it once. The returned function stops it and waits for the look under way.
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
        for (const id of woken) note('INFO', `Woke '${id}', which had a turn that nobody processed`);
        for (const id of await notifyAnswers(dependencies, { afterSeconds: FORGOTTEN_SECONDS }))
          note('INFO', `Notified '${id}' of an answer that was stored`);
        after = next;
        isAway = false;
      } catch (error) {
        if (!isAway)
          note('WARN', `Looking for waiting turns and stored answers failed: ${errorMessage(error)}`);
        isAway = true;
      }
    }
  }

  function pause(): Promise<void> {
    return sleep(PAUSE_MS, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
  }
}
