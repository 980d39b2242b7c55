import { MessageSquare, Search, SquarePen } from 'lucide-react';
import { useState, useEffect } from 'react';
import { Virtualizer } from 'virtua';
import type { ConversationView } from '../../../views/conversation.js';
import { useChanges, useLookMs } from '../api/changes.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { IconLink } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { Skeleton } from '../parts/skeleton.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import type { ChatKey } from './chat-messages.js';
import { CHAT_LINK } from './chat-link.js';
import { Rename } from './rename.js';
import { useSaid } from './said.js';
import { SearchResults } from './search-results.js';
import { ThreadLinks } from './thread-links.js';
import type { NewChat } from './use-new-chat.js';
import { groupByDay } from './group-by-day.js';
import { isUnread, markRead, type ReadMarks } from './unread.js';

/** Poll interval without the stream, for messages from a terminal or a second tab. */
const LOOK_MS = 5_000;

/** The gateway's maximum. */
const MOST = 500;

/** Conversations, most recently used first, with a search and a link to a new one. */
export function ChatList({
  open,
  begun,
  className,
}: {
  open: ChatKey | undefined;
  begun: NewChat;
  className: string;
}) {
  const [words, setWords] = useState('');
  return (
    <aside
      className={`chat-list flex min-h-0 w-72 shrink-0 flex-col border-line max-phone:w-full phone:border-r ${className}`}
      aria-label={STRINGS.chats.title}
    >
      <header className="flex h-12 shrink-0 items-center justify-between pr-2 pl-4">
        <h2 className="text-md">{STRINGS.views.chat}</h2>
        <IconLink label={STRINGS.chats.new} className="new-chat" href={formatNew(begun)}>
          <SquarePen size={16} />
        </IconLink>
      </header>
      <label className="relative mx-3 mb-2 flex items-center">
        <Search size={14} className="pointer-events-none absolute left-2.5 text-faint" />
        <input
          type="search"
          className="w-full pl-8"
          aria-label={STRINGS.chats.search}
          placeholder={STRINGS.chats.search}
          value={words}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={({ key }) => key === 'Escape' && setWords('')}
        />
      </label>
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
  const [flow, setFlow] = useState('');
  const flows = [...new Set((value ?? []).map((one) => one.flow))].toSorted();
  const rows = groupByDay((value ?? []).filter((one) => flow === '' || one.flow === flow));
  const marks = useReadMarks(value, value?.find((one) => isSame(one, open))?.workflowId);
  return (
    <>
      {error === undefined ? null : <Problem error={error} retry={reload} />}
      {value === undefined && error === undefined ? <Skeleton rows={8} /> : null}
      {value?.length === 0 ? (
        <EmptyState icon={MessageSquare} title={STRINGS.chats.empty} help={STRINGS.chats.emptyHelp} />
      ) : null}
      <FlowFilter flows={flows} flow={flow} onChoose={setFlow} />
      <div className="scroller min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <Virtualizer data={rows} as="ul" item="li">
          {({ day, conversation }) => (
            <div key={conversation.workflowId}>
              {day === undefined ? null : (
                <h3 className="day first-letter:uppercase px-2 pt-3 pb-1 text-xs font-medium text-faint">
                  {day}
                </h3>
              )}
              <div className="relative">
                <ChatLink
                  conversation={conversation}
                  // With a thread open, only the thread is marked.
                  isOpen={isSame(conversation, open) && open?.thread === undefined}
                  isNew={marks !== undefined && isUnread(marks, conversation)}
                />
                {isSame(conversation, open) ? (
                  <Rename
                    chat={conversation}
                    title={conversation.title ?? ''}
                    onRenamed={reload}
                    className="absolute right-0.5 bottom-0 pointer-coarse:static"
                  />
                ) : null}
              </div>
              {open !== undefined && isSame(conversation, open) ? (
                <ThreadLinks chat={conversation} open={open.thread} />
              ) : null}
            </div>
          )}
        </Virtualizer>
      </div>
    </>
  );
}

/** Absent with a single flow. */
function FlowFilter({
  flows,
  flow,
  onChoose,
}: {
  flows: readonly string[];
  /** Empty: all. */
  flow: string;
  onChoose: (flow: string) => void;
}) {
  if (flows.length < 2) return null;
  return (
    <select
      className="flow-filter mx-3 mb-2"
      aria-label={STRINGS.chats.flow}
      value={flow}
      onChange={({ target }) => onChoose(target.value)}
    >
      <option value="">{STRINGS.chats.allFlows}</option>
      {flows.map((slug) => (
        <option key={slug}>{slug}</option>
      ))}
    </select>
  );
}

/** A phone shows the list on the first screen, so a new chat gets its own address there. */
function formatNew({ chat }: NewChat): string {
  return chat === undefined || !matchMedia('(max-width: 44rem)').matches
    ? formatRoute({ view: 'chats' })
    : formatRoute({ view: 'chat', ...chat, why: undefined });
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
    <a href={href} aria-current={isOpen ? 'page' : undefined} className={CHAT_LINK}>
      <span className={`title flex-1 truncate ${isNew ? 'font-semibold' : ''}`}>
        {title ?? STRINGS.chats.untitled}
      </span>
      <RelativeTime at={lastMessageAt} className="text-xs text-faint" />
      <span className="flex w-full items-center gap-1.5 truncate text-xs text-faint">
        {isNew ? (
          <span
            className="unread size-2 rounded-full bg-accent"
            role="img"
            aria-label={STRINGS.chats.unread}
          />
        ) : null}
        {flow}
      </span>
    </a>
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
