import type { ChatKey } from '../api/chat-messages.js';
import { formatRoute, parseRoute } from '../route.js';
import { STRINGS } from '../strings.js';

/** Narrower pages have no room for the reasons beside the chat. */
const ROOM = '(min-width: 60rem)';

/** Opens the message and keeps the reasons open, unless it is in a sub-thread or there is no room. */
export function MessageLink({ chat, seq, name }: { chat: ChatKey; seq: number; name: string }) {
  const { flow, channel, thread } = chat;
  const route = parseRoute(location.hash);
  const isBeside = thread === undefined && matchMedia(ROOM).matches;
  const why = isBeside && route.view === 'chat' ? route.why : undefined;
  return (
    <a
      className="tap"
      href={formatRoute({ view: 'chat', flow, channel, why, thread, at: seq })}
      title={STRINGS.why.jump}
    >
      {name}
    </a>
  );
}
