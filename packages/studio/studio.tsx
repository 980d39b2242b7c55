import { Tooltip } from '@base-ui/react/tooltip';
import { SearchX } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useWho } from './api/use-who.js';
import { keepKey, onRejectedKey, readKey, switchKey, takeOfferedKey } from './api/key.js';
import { ChatPage } from './chat/chat-page.js';
import { KeyForm } from './key-form.js';
import { KeyOffer } from './key-offer.js';
import { lazyView } from './lazy-view.js';
import { buttonClass } from './parts/button.js';
import { EmptyState } from './parts/empty-state.js';
import { Page } from './parts/page.js';
import { Skeleton } from './parts/skeleton.js';
import { Toasts } from './parts/toast.js';
import { formatRoute, type Route } from './route.js';
import { useKeptFocus } from './shell/keep-focus.js';
import { Rail } from './shell/rail.js';
import { useShortcuts } from './shell/use-shortcuts.js';
import { STRINGS } from './strings.js';
import { useRoute } from './use-route.js';
import { findTitle, useTitle } from './use-title.js';

type OwnRoute = Exclude<Route, { view: 'shared' }>;

/** `offered` is the key in the page's first address. */
export function Studio({ offered: first }: { offered: string | undefined }) {
  const route = useRoute();
  const [offered, setOffered] = useState(first);
  useEffect(() => {
    const onHashChange = (): void => setOffered((before) => takeOfferedKey() ?? before);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  if (offered !== undefined)
    return <KeyOffer key={offered} offered={offered} onDecided={() => setOffered(undefined)} />;
  if (route.view === 'shared')
    return (
      <Suspense fallback={<Skeleton rows={8} className="p-6" />}>
        <SharedPage key={route.token} token={route.token} />
      </Suspense>
    );
  return <OwnStudio route={route} />;
}

function OwnStudio({ route }: { route: OwnRoute }) {
  const [hasKey, setHasKey] = useState(() => readKey() !== null);
  const [isRejected, setRejected] = useState(false);
  useEffect(() => onRejectedKey(() => setRejected(true)), []);
  if (isRejected)
    return <KeyForm problem={STRINGS.key.expired} onKey={switchKey} onLogOut={() => switchKey()} />;
  if (hasKey) return <Views route={route} />;
  return (
    <KeyForm
      onKey={(key) => {
        keepKey(key);
        setHasKey(true);
      }}
    />
  );
}

const SharedPage = lazyView(async () => (await import('./chat/shared-page.js')).SharedPage);
const Palette = lazyView(async () => (await import('./shell/palette.js')).Palette);
const ShortcutHelp = lazyView(async () => (await import('./shell/shortcut-help.js')).ShortcutHelp);
const ApprovalsPage = lazyView(async () => (await import('./approvals/approvals-page.js')).ApprovalsPage);
const FlowsPage = lazyView(async () => (await import('./flows/flows-page.js')).FlowsPage);
const HealthPage = lazyView(async () => (await import('./health/health-page.js')).HealthPage);
const MemoryPage = lazyView(async () => (await import('./memory/memory-page.js')).MemoryPage);
const ToolsPage = lazyView(async () => (await import('./tools/tools-page.js')).ToolsPage);
const RunsPage = lazyView(async () => (await import('./runs/runs-page.js')).RunsPage);

function Views({ route }: { route: OwnRoute }) {
  const isAdmin = useWho()?.isAdmin === true;
  const [opened, setOpened] = useState<'palette' | 'shortcuts'>();
  const close = (): void => setOpened(undefined);
  const openPalette = (): void => setOpened('palette');
  const openShortcuts = (): void => setOpened('shortcuts');
  useTitle(findTitle(route));
  useKeptFocus();
  useShortcuts({ isAdmin, onPalette: openPalette, onHelp: openShortcuts });
  return (
    <Tooltip.Provider delay={400}>
      <div className="studio relative flex h-dvh flex-col-reverse overflow-clip phone:flex-row">
        <a
          className="skip pointer-coarse:min-h-11 fixed -left-[100vw] z-50 rounded-md bg-overlay px-3 py-1.5 shadow-pop focus:top-2 focus:left-2"
          href="#content"
          onClick={skipToContent}
        >
          {STRINGS.skip}
        </a>
        <Rail route={route} onPalette={openPalette} onShortcuts={openShortcuts} />
        <div className="flex min-h-0 min-w-0 flex-1">
          <Suspense fallback={<Skeleton rows={8} className="flex-1 p-6" />}>
            <View route={route} />
          </Suspense>
        </div>
      </div>
      <Suspense>
        {opened === 'palette' ? <Palette isAdmin={isAdmin} onClose={close} /> : null}
        {opened === 'shortcuts' ? <ShortcutHelp isAdmin={isAdmin} onClose={close} /> : null}
      </Suspense>
      <Toasts />
    </Tooltip.Provider>
  );
}

function View({ route }: { route: OwnRoute }) {
  switch (route.view) {
    case 'health':
      return <HealthPage />;
    case 'approvals':
      return <ApprovalsPage />;
    case 'memory':
      return <MemoryPage flow={route.flow} channel={route.channel} />;
    case 'runs':
      return <RunsPage route={route} />;
    case 'tools':
      return <ToolsPage tool={route.tool} kind={route.kind} />;
    case 'flows':
      return <FlowsPage slug={route.slug} version={route.version} />;
    case 'chat':
    case 'chats':
      return <ChatPage route={route} />;
    case 'unknown':
      return <UnknownPage path={route.path} />;
  }
}

function UnknownPage({ path }: { path: string }) {
  const { title, help, toChats } = STRINGS.unknownPage;
  return (
    <Page title={title}>
      <EmptyState icon={SearchX} title={title} help={help(`#/${path}`)}>
        <a className={buttonClass({}, 'mt-2')} href={formatRoute({ view: 'chats' })}>
          {toChats}
        </a>
      </EmptyState>
    </Page>
  );
}

/** Moves the focus without following the link, because the `#` of the address contains the route. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
