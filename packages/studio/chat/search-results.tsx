import type { FoundMessage } from '../../../views/conversation.js';
import { get, type Wire } from '../api/request.js';
import { useSettled } from '../api/use-settled.js';
import { MatchedText } from '../parts/matched-text.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { formatMessageRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { CHAT_LINK } from './chat-link.js';

export function SearchResults({ words }: { words: string }) {
  const { value, error } = useSettled(words, (signal) =>
    get<FoundMessage[]>('/search', { query: { q: words, limit: 50 }, signal }),
  );
  if (error) return <Problem error={error} />;
  return (
    <>
      <p className="found px-4 pb-1 text-xs text-faint" role="status">
        {value ? STRINGS.chats.found(value.length) : STRINGS.loading}
      </p>
      <div className="scroller min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ul>
          {value?.map((message) => (
            <li key={`${message.conversationId} ${message.branch} ${message.seq}`}>
              <FoundMessageRow message={message} words={words} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function FoundMessageRow({ message, words }: { message: Wire<FoundMessage>; words: string }) {
  const { title, text, at } = message;
  return (
    <a className={CHAT_LINK} href={formatMessageRoute(message)}>
      <span className="title flex-1 truncate font-medium">{title ?? STRINGS.chats.untitled}</span>
      <RelativeTime at={at} className="text-xs text-faint" />
      <span className="excerpt line-clamp-3 w-full text-xs wrap-anywhere text-soft">
        <MatchedText text={text} words={words} />
      </span>
    </a>
  );
}
