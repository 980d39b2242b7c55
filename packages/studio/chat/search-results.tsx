import type { SaidMessage } from '../../../views/conversation.js';
import { get, type Wire } from '../api/request.js';
import { useSettled } from '../api/use-settled.js';
import { formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';

/** Each result links to its message. */
export function SearchResults({ words }: { words: string }) {
  const { value, error } = useSettled(words, (signal) =>
    get<SaidMessage[]>('/search', { query: { q: words, limit: 50 }, signal }),
  );
  if (error !== undefined) return <Problem error={error} />;
  return (
    <>
      <p className="found" role="status">
        {value === undefined ? STRINGS.loading : STRINGS.chats.found(value.length)}
      </p>
      <div className="scroller">
        <ul>
          {value?.map((message) => (
            <li key={`${message.conversationId} ${message.branch} ${message.seq}`}>
              <FoundMessage message={message} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function FoundMessage({ message }: { message: Wire<SaidMessage> }) {
  const { flow, channel, thread, title, seq, text, at } = message;
  return (
    <a
      href={formatRoute({
        view: 'chat',
        flow,
        channel,
        why: undefined,
        thread: thread ?? undefined,
        at: seq,
      })}
    >
      <span className="title">{title ?? STRINGS.chats.untitled}</span>
      <span className="excerpt">{text}</span>
      <small>
        {flow} · {formatTime(at)}
      </small>
    </a>
  );
}
