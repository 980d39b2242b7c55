import { useState } from 'react';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { chatName, loadAround, loadMessages, type ChatKey } from './chat-messages.js';
import { ChatView } from './chat-view.js';

/** Loads the newest messages, and those around `at`. */
export function LoadedChatView({
  chat,
  at,
  onSend,
}: {
  chat: ChatKey;
  at?: number | undefined;
  onSend?: (() => void) | undefined;
}) {
  // Another branch loads like another chat: none of the shown messages may be in it.
  const [round, setRound] = useState(0);
  const key = `${chatName(chat)} ${at ?? ''} ${round}`;
  const { value, error, reload } = useLoaded(key, async (signal) => ({
    newest: await loadMessages(chat, { signal }),
    around: at === undefined ? undefined : await loadAround(chat, { seq: at, signal }),
  }));
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (value === undefined) return <p className="hint">{STRINGS.loading}</p>;
  return (
    <ChatView
      key={key}
      chat={chat}
      loaded={value.newest}
      around={value.around}
      onSend={onSend}
      onSwitched={() => setRound((before) => before + 1)}
    />
  );
}
