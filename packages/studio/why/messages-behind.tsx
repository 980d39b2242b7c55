import { useState } from 'react';
import type { HistoryPage } from '../../../views/conversation.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { MessageLink } from './message-link.js';

const MAX_MESSAGES = 500;

interface Range {
  first: number;
  last: number;
}

export function MessagesBehind({ chat, range }: { chat: ChatKey; range: Range }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="behind" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{STRINGS.why.behind(range.first, range.last)}</summary>
      {isOpen ? <Messages chat={chat} range={range} /> : null}
    </details>
  );
}

function Messages({ chat, range: { first, last } }: { chat: ChatKey; range: Range }) {
  const { value, error, reload } = useLoaded(`${chatName(chat)} ${first} ${last}`, (signal) => {
    const limit = Math.min(MAX_MESSAGES, last - first + 1);
    const query = { ...chatQuery(chat), before: last + 1, limit };
    return get<HistoryPage>(conversationPath(chat, '/messages'), { query, signal });
  });
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <p className="hint">{STRINGS.loading}</p>;
  return (
    <ol>
      {value.messages
        .filter(({ seq }) => seq >= first)
        .toReversed()
        .map(({ seq, role, text }) => (
          <li key={seq} value={seq}>
            <MessageLink chat={chat} seq={seq} name={role} /> {text}
          </li>
        ))}
    </ol>
  );
}
