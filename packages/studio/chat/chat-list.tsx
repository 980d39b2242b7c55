import { useState, useEffect } from 'react';
import { Virtualizer } from 'virtua';
import type { ConversationView } from '../../../views/conversation.js';
import { useChanges, useLookMs } from '../api/changes.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import type { ChatKey } from './chat-messages.js';
import { Rename } from './rename.js';
import { useSaid } from './said.js';
import { SearchResults } from './search-results.js';
import { ThreadLinks } from './thread-links.js';
import { createChannel, type NewChat } from './use-new-chat.js';
import { isUnread, markRead, type ReadMarks } from './unread.js';

/** Poll interval without the stream, for messages from a terminal or a second tab. */
const LOOK_MS = 5_000;

/** The gateway's maximum. */
const MOST = 500;

/** Conversations, most recently used first, with a search and a button for a new one. */
export function ChatList({ open, begun }: { open: ChatKey | undefined; begun: NewChat }) {
  const [words, setWords] = useState('');
  return (
    <aside className="chat-list" aria-label={STRINGS.chats.title}>
      <NewChatForm begun={begun} />
      <input
        type="search"
        aria-label={STRINGS.chats.search}
        placeholder={STRINGS.chats.search}
        value={words}
        onChange={({ target }) => setWords(target.value)}
      />
      {words.trim() === '' ? <Conversations open={open} /> : <SearchResults words={words.trim()} />}
    </aside>
  );
}

function Conversations({ open }: { open: ChatKey | undefined }) {
  const { value, error, reload } = useLoaded(
    'conversations',
    (signal) => get<ConversationView[]>('/conversations', { query: { limit: MOST }, signal }),
    { everyMs: useLookMs(LOOK_MS) },
  );
  useSaid(reload);
  useChanges(reload);
  const marks = useReadMarks(value, value?.find((one) => isSame(one, open))?.workflowId);
  return (
    <>
      {error === undefined ? null : <Problem error={error} retry={reload} />}
      {value?.length === 0 ? <p className="hint">{STRINGS.chats.empty}</p> : null}
      <div className="scroller">
        <Virtualizer data={value ?? []} as="ul" item="li">
          {(conversation) => (
            <div key={conversation.workflowId}>
              <ChatLink
                conversation={conversation}
                // With a thread open, only the thread is marked.
                isOpen={isSame(conversation, open) && open?.thread === undefined}
                isNew={marks !== undefined && isUnread(marks, conversation)}
              />
              {open !== undefined && isSame(conversation, open) ? (
                <>
                  <Rename chat={conversation} title={conversation.title ?? ''} onRenamed={reload} />
                  <ThreadLinks chat={conversation} open={open.thread} />
                </>
              ) : null}
            </div>
          )}
        </Virtualizer>
      </div>
    </>
  );
}

function isSame(one: ChatKey, other: ChatKey | undefined): boolean {
  return one.flow === other?.flow && one.channel === other.channel;
}

function ChatLink({
  conversation,
  isOpen,
  isNew,
}: {
  conversation: Wire<ConversationView>;
  isOpen: boolean;
  isNew: boolean;
}) {
  const { flow, channel, title, lastMessageAt } = conversation;
  const href = formatRoute({ view: 'chat', flow, channel, why: undefined });
  return (
    <a href={href} aria-current={isOpen ? 'page' : undefined}>
      <span className="title">{title ?? STRINGS.chats.untitled}</span>
      <small>
        {isNew ? <span className="unread" role="img" aria-label={STRINGS.chats.unread} /> : null}
        {flow} · {formatTime(lastMessageAt)}
      </small>
    </a>
  );
}

function NewChatForm({ begun: { flows, flow, choose } }: { begun: NewChat }) {
  const begin = () => {
    if (flow !== undefined) goTo({ view: 'chat', flow, channel: createChannel(), why: undefined });
  };
  return (
    <div className="new-chat">
      <select
        aria-label={STRINGS.chats.flow}
        value={flow ?? ''}
        onChange={(event) => choose(event.target.value)}
      >
        {flows.map((slug) => (
          <option key={slug}>{slug}</option>
        ))}
      </select>
      <button type="button" onClick={begin} disabled={flow === undefined}>
        {STRINGS.chats.new}
      </button>
    </div>
  );
}

const KEPT = 'threadline-read';

/** Stores in this browser what was read. Undefined until conversations are loaded. */
function useReadMarks(
  listed: readonly Wire<ConversationView>[] | undefined,
  openId: string | undefined,
): ReadMarks | undefined {
  const [marks, setMarks] = useState<ReadMarks>();
  useEffect(() => {
    if (listed === undefined) return;
    // Another tab may have one open; a hidden page marks nothing as read.
    const next = markRead(readMarks(), listed, document.visibilityState === 'visible' ? openId : undefined);
    localStorage.setItem(KEPT, JSON.stringify(next));
    setMarks(next);
  }, [listed, openId]);
  return marks;
}

function readMarks(): ReadMarks | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? 'null') as ReadMarks | null) ?? undefined;
  } catch {
    return undefined;
  }
}
