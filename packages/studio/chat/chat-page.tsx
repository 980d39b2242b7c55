import type { Route } from '../route.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { WhyPanel } from '../why/why-panel.js';
import { ChatList } from './chat-list.js';
import { LoadedChatView } from './loaded-chat-view.js';
import { ThreadPanel } from './thread-panel.js';
import { useNewChat } from './use-new-chat.js';

export function ChatPage({ route }: { route: Extract<Route, { view: 'chat' | 'chats' }> }) {
  const open = route.view === 'chat' ? route : undefined;
  const begun = useNewChat(open === undefined);
  // The same key before and after the first message: the view stays, while the address changes.
  const chat = open ?? begun.chat;
  return (
    <div className={open === undefined ? 'chat-page' : 'chat-page has-chat'}>
      <ChatList open={open} begun={begun} />
      <main id="content" tabIndex={-1}>
        {chat === undefined ? (
          <p className="hint">{STRINGS.chat.empty}</p>
        ) : (
          <LoadedChatView
            key={`${chat.flow}/${chat.channel}`}
            chat={{ flow: chat.flow, channel: chat.channel }}
            at={open?.thread === undefined ? open?.at : undefined}
            onSend={open === undefined ? () => goTo({ view: 'chat', ...chat, why: undefined }) : undefined}
          />
        )}
      </main>
      {open?.thread === undefined || open.why !== undefined ? null : (
        <ThreadPanel
          key={`${open.flow}/${open.channel} ${open.thread}`}
          chat={open}
          thread={open.thread}
          at={open.at}
        />
      )}
      {open?.why === undefined ? null : <WhyPanel executionId={open.why} chat={open} />}
    </div>
  );
}
