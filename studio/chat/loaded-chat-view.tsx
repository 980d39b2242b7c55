import { useState } from 'react';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { chatName, loadMessages, type ChatKey } from './chat-messages.js';
import { ChatView } from './chat-view.js';

/** A chat, once its newest messages are there. */
export function LoadedChatView(chat: ChatKey) {
  // Another branch is loaded as another chat is: what was shown may be none of it.
  const [round, setRound] = useState(0);
  const key = `${chatName(chat)} ${round}`;
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
