import { streamNews } from './stream-news.js';
import type { TurnNotices } from './turn-notices.js';
import type { ConversationChange } from '../../views/event.js';

/** A reader that is further behind must reload everything. */
const MAX_WAITING = 100;

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
        if (change.type !== 'resync' && flows?.includes(change.flow) === false) return;
        waiting = waiting.length < MAX_WAITING ? [...waiting, change] : [{ type: 'resync' }];
        wake();
      }),
    take() {
      const taken = waiting;
      waiting = [];
      return taken;
    },
  });
}
