import type { ConversationChange, TurnNotices } from './turn-notices.js';

/** A reader that is so far behind looks at everything anew. */
const MAX_WAITING = 100;

/** The turns of a user's conversations that begin and end from now on, until the signal aborts. */
export async function* streamChanges(
  notices: TurnNotices,
  {
    user,
    flows,
    signal,
  }: { user: string; flows?: readonly string[] | undefined; signal?: AbortSignal | undefined },
): AsyncGenerator<ConversationChange, void, void> {
  let waiting: ConversationChange[] = [];
  let resume: (() => void) | undefined;
  const wake = (): void => resume?.();
  const stop = notices.on(user, (change) => {
    if (change.type !== 'told-from-here' && flows?.includes(change.flow) === false) return;
    waiting = waiting.length < MAX_WAITING ? [...waiting, change] : [{ type: 'told-from-here' }];
    wake();
  });
  signal?.addEventListener('abort', wake);
  try {
    for (;;) {
      if (signal?.aborted === true) return;
      const told = waiting;
      waiting = [];
      yield* told;
      // The reader took its time over them.
      if (waiting.length > 0) continue;
      await new Promise<void>((resolve) => {
        resume = resolve;
        if (signal?.aborted === true) resolve();
      });
    }
  } finally {
    stop();
    signal?.removeEventListener('abort', wake);
  }
}
