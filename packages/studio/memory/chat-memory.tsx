import type { ReactNode } from 'react';
import type { HistoryPage, StandingRequest } from '../../../views/conversation.js';
import type { MemoryUses } from '../../../views/memory.js';
import type { SummaryPage } from '../../../views/summary.js';
import { get, post, put, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { chatName, chatQuery, conversationPath, type ChatKey } from '../api/chat-messages.js';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { Skeleton } from '../parts/skeleton.js';
import { showToast } from '../parts/toast.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { NewestUses } from './newest-uses.js';

const NEWEST = 100;
const WORDS = STRINGS.memory;

interface Memory {
  standing: Wire<StandingRequest>[];
  summaries: Wire<SummaryPage>['summaries'];
  history: Wire<HistoryPage>;
  uses: Wire<MemoryUses>;
}

interface PartProps {
  chat: ChatKey;
  memory: Memory;
  change: (perform: () => Promise<unknown>) => void;
}

export function ChatMemory(chat: ChatKey) {
  const query = chatQuery(chat);
  const { value, error, reload } = useLoaded(`memory ${chatName(chat)}`, async (signal) => {
    const [standing, { summaries }, history, uses] = await Promise.all([
      get<StandingRequest[]>(conversationPath(chat, '/standing-requests'), { query, signal }),
      get<SummaryPage>(conversationPath(chat, '/summaries'), {
        query: { ...query, limit: NEWEST },
        signal,
      }),
      get<HistoryPage>(conversationPath(chat, '/messages'), {
        query: { ...query, limit: NEWEST },
        signal,
      }),
      get<MemoryUses>(conversationPath(chat, '/memory-uses'), { query, signal }),
    ]);
    return { standing, summaries, history, uses };
  });
  const change = (perform: () => Promise<unknown>): void => {
    perform().then(reload, (reason: unknown) => showToast((reason as Error).message, { isError: true }));
  };
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={6} />;
  const props = { chat, memory: value, change };
  return (
    <>
      <Standing {...props} />
      <Summaries {...props} />
      <Messages {...props} />
    </>
  );
}

function Standing({ chat, memory: { standing, uses }, change }: PartProps) {
  return (
    <Part title={WORDS.standing} none={WORDS.noStanding} className="standing">
      {standing.toReversed().map(({ text, status, depth, seq, ordinal, at }) => {
        const isWithdrawn = status === 'withdrawn';
        const use = uses.standing.find(
          (one) => one.depth === depth && one.seq === seq && one.ordinal === ordinal,
        );
        return (
          <Row
            key={`${depth} ${seq} ${ordinal}`}
            text={text}
            badge={<Badge tone={status === 'stands' ? 'good' : 'neutral'}>{WORDS.statuses[status]}</Badge>}
            facts={
              <>
                <MessageLink chat={chat} seq={seq}>
                  {WORDS.source(seq)}
                </MessageLink>
                <RelativeTime at={at} />
                <Use chat={chat} use={use} of={uses.calls} />
              </>
            }
            action={
              status === 'stands' || isWithdrawn ? (
                <Button
                  size="small"
                  aria-label={isWithdrawn ? WORDS.restoreRequest(text) : WORDS.withdrawRequest(text)}
                  onClick={() =>
                    change(() =>
                      put(conversationPath(chat, '/standing-requests'), {
                        query: chatQuery(chat),
                        body: { depth, seq, ordinal, isWithdrawn: !isWithdrawn },
                      }),
                    )
                  }
                >
                  {isWithdrawn ? WORDS.restore : WORDS.withdraw}
                </Button>
              ) : null
            }
          />
        );
      })}
    </Part>
  );
}

function Summaries({ chat, memory: { summaries, uses } }: PartProps) {
  const stored = summaries.filter(({ text }) => text !== null);
  return (
    <Part
      title={WORDS.summaries}
      none={WORDS.noSummaries}
      className="summaries"
      hasMore={summaries.length === NEWEST}
    >
      {stored.map(({ ordinal, text, isCurrent, coversFrom, coversThrough, createdAt }) => (
        <Row
          key={ordinal}
          text={text ?? ''}
          badge={
            <Badge tone={isCurrent ? 'good' : 'neutral'}>{isCurrent ? WORDS.current : WORDS.past}</Badge>
          }
          facts={
            <>
              {coversFrom === null || coversThrough === null ? null : (
                <MessageLink chat={chat} seq={coversFrom}>
                  {WORDS.covers(coversFrom, coversThrough)}
                </MessageLink>
              )}
              <RelativeTime at={createdAt} />
              <Use chat={chat} use={uses.summaries.find((one) => one.ordinal === ordinal)} of={uses.calls} />
            </>
          }
        />
      ))}
    </Part>
  );
}

function Messages({ chat, memory: { history }, change }: PartProps) {
  const asked = history.messages.filter(({ role, joined }) => role === 'user' && joined === null);
  return (
    <Part
      title={WORDS.messages}
      none={WORDS.noMessages}
      help={WORDS.messagesHelp}
      className="droppable-messages"
      hasMore={history.hasMore}
    >
      {asked.map(({ seq, text, turnId, omitted, createdAt }) => {
        const isDropped = omitted === 'dropped';
        const act = isDropped ? 'restore' : 'drop';
        return (
          <Row
            key={turnId}
            text={text}
            badge={isDropped ? <Badge>{WORDS.dropped}</Badge> : null}
            facts={
              <>
                <MessageLink chat={chat} seq={seq}>
                  {WORDS.source(seq)}
                </MessageLink>
                <RelativeTime at={createdAt} />
              </>
            }
            action={
              <Button
                size="small"
                aria-label={isDropped ? WORDS.restoreMessage(seq) : WORDS.dropMessage(seq)}
                onClick={() =>
                  change(() =>
                    post(conversationPath(chat, `/turns/${encodeURIComponent(turnId)}/${act}`), {
                      query: chatQuery(chat),
                    }),
                  )
                }
              >
                {isDropped ? WORDS.restore : WORDS.drop}
              </Button>
            }
          />
        );
      })}
    </Part>
  );
}

function Part({
  title,
  none,
  help,
  className,
  hasMore = false,
  children,
}: {
  title: string;
  none: string;
  help?: string;
  className: string;
  hasMore?: boolean;
  children: readonly ReactNode[];
}) {
  return (
    <section className={className} aria-label={title}>
      <h3 className="mb-2">{title}</h3>
      {help === undefined || children.length === 0 ? null : <p className="hint mb-2">{help}</p>}
      {children.length === 0 ? <p className="hint">{none}</p> : <ul className="grid">{children}</ul>}
      {hasMore ? <p className="hint mt-2">{WORDS.newest(NEWEST)}</p> : null}
    </section>
  );
}

function Row({
  text,
  badge,
  facts,
  action = null,
}: {
  text: string;
  badge: ReactNode;
  facts: ReactNode;
  action?: ReactNode;
}) {
  return (
    <li className="flex items-start justify-between gap-4 border-b border-line py-2">
      <div className="min-w-0">
        <p className="line-clamp-4 text-sm whitespace-pre-wrap wrap-anywhere">{text}</p>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-faint">
          {badge}
          {facts}
        </div>
      </div>
      {action}
    </li>
  );
}

function Use({
  chat,
  use: { calls, newest } = { calls: 0, newest: [] },
  of,
}: {
  chat: ChatKey;
  use: Pick<Wire<MemoryUses>['summaries'][number], 'calls' | 'newest'> | undefined;
  of: number;
}) {
  const href = ({ executionId }: { executionId: string }): string =>
    formatRoute({ view: 'chat', ...chat, why: executionId });
  return <NewestUses {...{ calls, of, newest, href }} />;
}

function MessageLink({ chat, seq, children }: { chat: ChatKey; seq: number; children: ReactNode }) {
  return (
    <a className="tap" href={formatRoute({ view: 'chat', ...chat, why: undefined, at: seq })}>
      {children}
    </a>
  );
}
