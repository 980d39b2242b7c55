import { ArrowLeft, MessagesSquare } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyView } from '../lazy-view.js';
import { IconLink } from '../parts/button.js';
import { Panel } from '../parts/panel.js';
import { Skeleton } from '../parts/skeleton.js';
import { formatRoute, type Route } from '../route.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { ChatList } from './chat-list.js';
import { LoadedChatView } from './loaded-chat-view.js';
import { useNewChat, type NewChat } from './use-new-chat.js';
import { EmptyState } from '../parts/empty-state.js';

const Calls = lazyView(async () => (await import('../why/calls.js')).Calls);
const ThreadPanel = lazyView(async () => (await import('./thread-panel.js')).ThreadPanel);

export function ChatPage({ route }: { route: Extract<Route, { view: 'chat' | 'chats' }> }) {
  const open = route.view === 'chat' ? route : undefined;
  const begun = useNewChat(open?.flow);
  // Keeps the view when the first message changes the address.
  const chat = open ?? begun.chat;
  const [title, setTitle] = useState<string>();
  const hasPanel = open?.why !== undefined || open?.thread !== undefined;
  // The chat behind a panel stays laid out, so that it keeps its scroll position.
  const hide = hasPanel ? 'max-wide:invisible' : '';
  return (
    <div className="chat-page relative flex min-h-0 min-w-0 flex-1">
      <ChatList
        open={open}
        begun={begun}
        onTitle={setTitle}
        className={`${open ? 'max-phone:hidden' : ''} ${hide}`}
      />
      <main
        id="content"
        tabIndex={-1}
        className={`flex min-h-0 min-w-0 flex-1 flex-col bg-ground ${open ? '' : 'max-phone:hidden'} ${hide}`}
      >
        {chat ? <Header title={open ? title : STRINGS.chats.new} flow={begunIn(begun, chat.flow)} /> : null}
        {chat ? (
          <LoadedChatView
            key={`${chat.flow}/${chat.channel}`}
            chat={{ flow: chat.flow, channel: chat.channel }}
            at={open?.thread === undefined ? open?.at : undefined}
            begun={open ? ofChat(begun, open) : begun}
            onSend={open ? undefined : () => goTo({ view: 'chat', ...chat, why: undefined })}
          />
        ) : (
          <FirstScreen begun={begun} />
        )}
      </main>
      {open?.thread === undefined || open.why !== undefined ? null : (
        <Suspense>
          <ThreadPanel
            key={`${open.flow}/${open.channel} ${open.thread}`}
            chat={open}
            thread={open.thread}
            at={open.at}
            draft={open.on === undefined ? undefined : { on: open.on, of: open.of }}
          />
        </Suspense>
      )}
      {open?.why === undefined ? null : (
        <Panel
          title={STRINGS.why.title}
          className="why"
          closeHref={formatRoute({ ...open, why: undefined, at: undefined })}
        >
          <div className="min-h-0 flex-1 overflow-auto px-4 pb-6">
            <Suspense fallback={<Skeleton rows={6} />}>
              <Calls executionId={open.why} chat={open} />
            </Suspense>
          </div>
        </Panel>
      )}
    </div>
  );
}

/** On a phone, the list is another screen. */
function Header({ title, flow }: { title: string | undefined; flow: string }) {
  return (
    <header className="chat-header flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
      <IconLink
        label={STRINGS.chats.title}
        className="-ml-3 phone:hidden"
        href={formatRoute({ view: 'chats' })}
      >
        <ArrowLeft size={16} />
      </IconLink>
      <h2 className="truncate text-md" dir="auto">
        {title ?? flow}
      </h2>
      {title === undefined ? null : (
        <span className="ml-auto max-w-[40%] shrink-0 truncate text-xs text-faint">{flow}</span>
      )}
    </header>
  );
}

function begunIn({ flows }: NewChat, slug: string): string {
  return flows.find((one) => one.slug === slug)?.name ?? slug;
}

function ofChat(begun: NewChat, open: Extract<Route, { view: 'chat' }>): NewChat {
  return {
    ...begun,
    flow: begun.flows.find(({ slug }) => slug === open.flow),
    choose: (flow) => goTo({ ...open, flow }),
  };
}

function FirstScreen({ begun }: { begun: NewChat }) {
  if (begun.isLoading) return <Skeleton rows={6} />;
  return <EmptyState icon={MessagesSquare} title={STRINGS.flows.none} help={STRINGS.flows.empty} />;
}
