import type { ExplainedMessage } from '../../../context/explain/explanation.js';
import type { SummaryPage } from '../../../views/summary.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';
import { formatNumber } from '../parts/format.js';
import { STRINGS } from '../strings.js';
import { MessageLink } from './message-link.js';
import { MessagesBehind } from './messages-behind.js';

interface SentTableProps {
  messages: readonly ExplainedMessage[];
  chat: ChatKey | undefined;
}

export function SentTable({ messages, chat }: SentTableProps) {
  const { message, role, tokens, form, text } = STRINGS.why.columns;
  return (
    <div className="scrolled" tabIndex={0} role="region" aria-label={STRINGS.why.sent}>
      <table className="cards">
        <thead>
          <tr>
            <th>{message}</th>
            <th>{role}</th>
            <th className="number">{tokens}</th>
            <th>{form}</th>
            <th>{text}</th>
          </tr>
        </thead>
        <tbody>
          {messages.map((one, at) => (
            <tr key={`${at} ${one.name}`} data-from={one.place.from}>
              <td data-label={message}>
                <Place message={one} chat={chat} />
              </td>
              <td data-label={role}>{STRINGS.codes.role(one.role)}</td>
              <td className="number" data-label={tokens}>
                {formatNumber(one.tokens)}
              </td>
              <td data-label={form}>{STRINGS.codes.form(one.form.kind)}</td>
              <td className="begins" data-label={text}>
                {one.place.from === 'summary' && chat ? (
                  <Summary chat={chat} place={one.place} begins={one.text} />
                ) : (
                  one.text
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Place({ message, chat }: { message: ExplainedMessage; chat: ChatKey | undefined }) {
  const { place } = message;
  const name = STRINGS.codes.place(place, message.name);
  const isInChat = place.from === 'conversation' || place.from === 'passage';
  return isInChat && chat ? <MessageLink chat={chat} seq={place.seq} name={name} /> : name;
}

function Summary({
  chat,
  place,
  begins,
}: {
  chat: ChatKey;
  place: Extract<ExplainedMessage['place'], { from: 'summary' }>;
  begins: string;
}) {
  const { value } = useLoaded(`summaries ${chatName(chat)}`, (signal) =>
    get<SummaryPage>(conversationPath(chat, '/summaries'), { query: chatQuery(chat), signal }),
  );
  const made = value?.summaries.find(({ ordinal }) => ordinal === place.ordinal);
  return (
    <div>
      <p className="summary-text">{made?.text ?? begins}</p>
      <MessagesBehind chat={chat} range={{ first: place.coversFrom, last: place.coversThrough }} />
    </div>
  );
}
