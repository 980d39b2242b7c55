import type { Route } from '../route.js';
import { STRINGS } from '../strings.js';
import { WhyPanel } from '../why/why-panel.js';
import { ChatList } from './chat-list.js';
import { LoadedChatView } from './loaded-chat-view.js';
import { ThreadPanel } from './thread-panel.js';

export function ChatPage({ route }: { route: Extract<Route, { view: 'chat' | 'chats' }> }) {
  const open = route.view === 'chat' ? route : undefined;
  return (
    <div className={open === undefined ? 'chat-page' : 'chat-page has-chat'}>
      <ChatList open={open} />
      <main id="content" tabIndex={-1}>
        {open === undefined ? (
          <p className="hint">{STRINGS.chat.empty}</p>
        ) : (
          <LoadedChatView
            key={`${open.flow}/${open.channel}`}
            chat={{ flow: open.flow, channel: open.channel }}
            at={open.thread === undefined ? open.at : undefined}
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
