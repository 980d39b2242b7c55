import { streamNews } from './stream-news.js';
import type { ConversationChange, TurnNotices } from './turn-notices.js';

/** A reader that is so far behind looks at everything again. */
const MAX_WAITING = 100;

/** The turns of a user's conversations that begin and end from now on, until the signal aborts. */
export function streamChanges(
  notices: TurnNotices,
  {
    user,
    flows,
    signal,
  }: { user: string; flows?: readonly string[] | undefined; signal?: AbortSignal | undefined },
): AsyncGenerator<ConversationChange, void, void> {
  let waiting: ConversationChange[] = [];
  return streamNews({
    signal,
    subscribe: (wake) =>
      notices.on(user, (change) => {
        if (change.type !== 'told-from-here' && flows?.includes(change.flow) === false) return;
        waiting = waiting.length < MAX_WAITING ? [...waiting, change] : [{ type: 'told-from-here' }];
        wake();
      }),
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  });
}
