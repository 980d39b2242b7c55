import { PHONE } from '../parts/phone.js';
import { ListFilter, MessageSquare, Search, SquarePen } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { Virtualizer } from 'virtua';
import type { ConversationList, ConversationPage, ConversationView } from '../../../views/conversation.js';
import type { ListedFlow } from '../../../views/flow.js';
import { useChanges, usePollMs } from '../api/changes.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useWho } from '../api/use-who.js';
import { lazyView } from '../lazy-view.js';
import { IconButton, IconLink } from '../parts/button.js';
import { useDeleted } from '../parts/delete-later.js';
import { Menu, MenuChoice } from '../parts/menu.js';
import { EmptyState } from '../parts/empty-state.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { Skeleton } from '../parts/skeleton.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { useTitle } from '../use-title.js';
import type { ChatKey } from '../api/chat-messages.js';
import { CHAT_LINK } from './chat-link.js';
import { ChatMenu } from './chat-menu.js';
import { RenameForm } from './rename.js';
import { useSaid } from './said.js';
import { SearchResults } from './search-results.js';
import { ThreadLinks } from './thread-links.js';
import type { NewChat } from './use-new-chat.js';
import { groupByDay } from './group-by-day.js';
import { isUnread, markRead, type ReadMarks } from './unread.js';

const ShareDialog = lazyView(async () => (await import('./share-dialog.js')).ShareDialog);

const POLL_MS = 5_000;

const MAX_CHATS = 500;

export function ChatList({
  open,
  begun,
  onTitle,
  className,
}: {
  open: ChatKey | undefined;
  begun: NewChat;
  onTitle: (title: string | undefined) => void;
  className: string;
}) {
  const [words, setWords] = useState('');
  const [filter, setFilter] = useState(ALL);
  const { listed, marks } = useListed(filter.list, { open, onTitle });
  return (
    <aside
      className={`chat-list flex min-h-0 w-72 shrink-0 flex-col border-line max-phone:w-full phone:border-r ${className}`}
      aria-label={STRINGS.chats.title}
    >
      <header className="flex h-12 shrink-0 items-center justify-between pr-2 pl-4">
        <h2 className="mr-auto text-md">
          {filter.list === 'active' ? STRINGS.views.chat : STRINGS.chats.lists[filter.list]}
        </h2>
        <FilterMenu filter={filter} onChange={setFilter} />
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
          onKeyDown={(event) => {
            if (event.key !== 'Escape' || words === '') return;
            // Escape here must not also close an open panel.
            event.preventDefault();
            setWords('');
          }}
        />
      </label>
      {words.trim() === '' ? (
        <Conversations {...{ listed, marks, open, filter }} />
      ) : (
        <SearchResults words={words.trim()} />
      )}
    </aside>
  );
}

function useListed(
  list: ConversationList,
  { open, onTitle }: { open: ChatKey | undefined; onTitle: (title: string | undefined) => void },
) {
  const listed = useLoaded(`conversations ${list}`, (signal) => readChats(list, signal), {
    everyMs: usePollMs(POLL_MS),
  });
  useSaid(listed.reload);
  useChanges(listed.reload);
  const shown = open && listed.value?.find((one) => isSame(one, open));
  const title = shown?.title ?? undefined;
  useTitle(listed.value && (title ?? STRINGS.views.chat));
  useEffect(() => onTitle(title), [title]);
  return { listed, marks: useReadMarks(listed.value, shown?.workflowId) };
}

function Conversations({
  listed: { value, error, reload },
  marks,
  open,
  filter: { list, flow },
}: ReturnType<typeof useListed> & {
  open: ChatKey | undefined;
  filter: Filter;
}) {
  const deleted = useDeleted();
  const rows = groupByDay(
    (value ?? []).filter((one) => (flow === '' || one.flow === flow) && !deleted.has(one.workflowId)),
  );
  return (
    <>
      {error ? <Problem error={error} retry={reload} /> : null}
      {!value && !error ? <Skeleton rows={8} /> : null}
      {value && rows.length === 0 ? <NoChats list={list} /> : null}
      <div className="scroller min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <Virtualizer data={rows} as="ul" item="li">
          {({ day, conversation }) => (
            <div key={conversation.workflowId}>
              {day === undefined ? null : (
                <h3 className="day first-letter:uppercase px-2 pt-3 pb-1 text-xs font-medium text-faint">
                  {day}
                </h3>
              )}
              <ListedChat
                conversation={conversation}
                open={open}
                isArchived={list === 'archived'}
                isNew={marks !== undefined && isUnread(marks, conversation)}
                onChanged={reload}
              />
              {open && isSame(conversation, open) ? (
                <ThreadLinks chat={conversation} open={open.thread} />
              ) : null}
            </div>
          )}
        </Virtualizer>
      </div>
    </>
  );
}

async function readChats(list: ConversationList, signal: AbortSignal) {
  const query = { limit: MAX_CHATS, list };
  return (await get<ConversationPage>('/conversations', { query, signal })).conversations;
}

function NoChats({ list }: { list: ConversationList }) {
  const { empty, emptyHelp, emptyLists } = STRINGS.chats;
  return list === 'active' ? (
    <EmptyState icon={MessageSquare} title={empty} help={emptyHelp} />
  ) : (
    <EmptyState icon={MessageSquare} title={emptyLists[list]} />
  );
}

function ListedChat({
  conversation,
  open,
  isArchived,
  isNew,
  onChanged,
}: {
  conversation: Wire<ConversationView>;
  open: ChatKey | undefined;
  isArchived: boolean;
  isNew: boolean;
  onChanged: () => void;
}) {
  const [isRenamed, setRenamed] = useState(false);
  const [isShared, setShared] = useState(false);
  const shareDays = useWho()?.shareDays ?? null;
  const isOpen = isSame(conversation, open);
  if (isRenamed)
    return (
      <RenameForm
        chat={conversation}
        title={conversation.title ?? ''}
        onRenamed={onChanged}
        onClose={() => setRenamed(false)}
      />
    );
  return (
    <div className="listed-chat group/chat relative pointer-coarse:flex">
      <ChatLink conversation={conversation} isOpen={isOpen && open?.thread === undefined} isNew={isNew} />
      <ChatMenu
        chat={conversation}
        {...{ isArchived, isOpen, onChanged }}
        onRename={() => setRenamed(true)}
        onShare={shareDays === null ? undefined : () => setShared(true)}
      />
      {isShared && shareDays !== null ? (
        <Suspense>
          <ShareDialog chat={conversation} days={shareDays} onClose={() => setShared(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

interface Filter {
  list: ConversationList;
  flow: string;
}

const ALL: Filter = { list: 'active', flow: '' };

function FilterMenu({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  const { value: flows = [] } = useLoaded('flows of chats', (signal) =>
    get<ListedFlow[]>('/flows', { signal }),
  );
  const { filter: title, show, lists, flow: flowTitle, allFlows } = STRINGS.chats;
  const isFiltered = filter.list !== ALL.list || filter.flow !== ALL.flow;
  const choices = Object.fromEntries([['', allFlows], ...flows.map(({ slug, name }) => [slug, name])]);
  return (
    <Menu
      trigger={
        <IconButton label={title} className="filter" aria-pressed={isFiltered}>
          <ListFilter size={16} />
        </IconButton>
      }
    >
      <MenuChoice
        name={show}
        value={filter.list}
        choices={lists}
        onChoose={(list) => onChange({ ...filter, list })}
      />
      {flows.length < 2 ? null : (
        <MenuChoice
          name={flowTitle}
          value={filter.flow}
          choices={choices as Record<string, string>}
          onChoose={(flow) => onChange({ ...filter, flow })}
        />
      )}
    </Menu>
  );
}

/** On a phone the first screen is the list, so a new chat has its own address. */
function formatNew({ chat }: NewChat): string {
  return !chat || !PHONE.matches
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

function useReadMarks(
  listed: readonly Wire<ConversationView>[] | undefined,
  openId: string | undefined,
): ReadMarks | undefined {
  const [marks, setMarks] = useState<ReadMarks>();
  useEffect(() => {
    if (!listed) return;
    // Another tab may have marked more chats. A hidden page marks none.
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
