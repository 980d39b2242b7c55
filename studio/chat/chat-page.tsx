import { useState } from 'react';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import type { Route } from '../route.js';
import { STRINGS } from '../strings.js';
import { WhyPanel } from '../why/why-panel.js';
import { ChatList } from './chat-list.js';
import { loadMessages, type ChatKey } from './chat-messages.js';
import { ChatView } from './chat-view.js';

/** The conversations on the left, the one that is open, and why an answer of it is as it is. */
export function ChatPage({ route }: { route: Extract<Route, { view: 'chat' | 'chats' }> }) {
  const open = route.view === 'chat' ? route : undefined;
  return (
    <div className={open === undefined ? 'chat-page' : 'chat-page has-chat'}>
      <ChatList open={open} />
      <main id="content" tabIndex={-1}>
        {open === undefined ? (
          <p className="hint">{STRINGS.chat.empty}</p>
        ) : (
          <LoadedChatView key={`${open.flow}/${open.channel}`} flow={open.flow} channel={open.channel} />
        )}
      </main>
      {open?.why === undefined ? null : <WhyPanel executionId={open.why} chat={open} />}
    </div>
  );
}

function LoadedChatView(chat: ChatKey) {
  // Another branch is loaded as another chat is: what was shown may be none of it.
  const [round, setRound] = useState(0);
  const key = `${chat.flow}/${chat.channel} ${round}`;
  const loaded = useLoaded(key, (signal) => loadMessages(chat, { signal }));
  if (loaded.error !== undefined) return <Problem error={loaded.error} retry={loaded.reload} />;
  if (loaded.value === undefined) return <p className="hint">{STRINGS.loading}</p>;
  return (
    <ChatView
      key={key}
      chat={chat}
      loaded={loaded.value}
      onSwitched={() => setRound((before) => before + 1)}
    />
  );
}
