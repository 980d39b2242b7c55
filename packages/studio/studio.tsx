import { useEffect, useState } from 'react';
import { useWho } from './api/use-who.js';
import { readKey, takeOfferedKey } from './api/key.js';
import { ApprovalCount } from './approvals/approval-count.js';
import { ApprovalsPage } from './approvals/approvals-page.js';
import { ChatPage } from './chat/chat-page.js';
import { FlowsPage } from './flows/flows-page.js';
import { HealthPage } from './health/health-page.js';
import { KeyForm } from './key-form.js';
import { KeyOffer } from './key-offer.js';
import { formatRoute, type Route } from './route.js';
import { STRINGS } from './strings.js';
import { useRoute } from './use-route.js';
import { WorkPage } from './work/work-page.js';

/** `offered`: the key in the address that the page was opened with. */
export function Studio({ offered: first }: { offered: string | undefined }) {
  const [offered, setOffered] = useState(first);
  const [hasKey, setHasKey] = useState(() => readKey() !== null);
  useEffect(() => {
    const onHashChange = (): void => setOffered((before) => takeOfferedKey() ?? before);
    addEventListener('hashchange', onHashChange);
    return () => removeEventListener('hashchange', onHashChange);
  }, []);
  const onDecided = (): void => {
    setOffered(undefined);
    setHasKey(readKey() !== null);
  };
  if (offered !== undefined) return <KeyOffer key={offered} offered={offered} onDecided={onDecided} />;
  return hasKey ? <Views /> : <KeyForm onKey={() => setHasKey(true)} />;
}

function Views() {
  const route = useRoute();
  const who = useWho();
  const views = [
    {
      name: STRINGS.views.chat,
      href: formatRoute({ view: 'chats' }),
      isCurrent: route.view === 'chats' || route.view === 'chat',
    },
    {
      name: STRINGS.views.work,
      href: formatRoute({ view: 'work', executionId: undefined }),
      isCurrent: route.view === 'work',
    },
    {
      name: STRINGS.views.approvals,
      href: formatRoute({ view: 'approvals' }),
      isCurrent: route.view === 'approvals',
    },
    ...(who?.isAdmin === true
      ? [
          {
            name: STRINGS.views.flows,
            href: formatRoute({ view: 'flows', slug: undefined, version: undefined }),
            isCurrent: route.view === 'flows',
          },
        ]
      : []),
    {
      name: STRINGS.views.health,
      href: formatRoute({ view: 'health' }),
      isCurrent: route.view === 'health',
    },
  ];
  return (
    <div className="studio">
      <a className="skip" href="#content" onClick={skipToContent}>
        {STRINGS.skip}
      </a>
      <header className="bar">
        <h1>{STRINGS.product}</h1>
        <nav aria-label={STRINGS.product}>
          {views.map(({ name, href, isCurrent }) => (
            <a key={name} href={href} aria-current={isCurrent ? 'page' : undefined}>
              {name}
              {name === STRINGS.views.approvals ? <ApprovalCount /> : null}
            </a>
          ))}
        </nav>
      </header>
      <View route={route} />
    </div>
  );
}

function View({ route }: { route: Route }) {
  switch (route.view) {
    case 'health':
      return <HealthPage />;
    case 'approvals':
      return <ApprovalsPage />;
    case 'work':
      return <WorkPage executionId={route.executionId} />;
    case 'flows':
      return <FlowsPage slug={route.slug} version={route.version} />;
    case 'chat':
    case 'chats':
      return <ChatPage route={route} />;
  }
}

/** The `#` holds the route, so the link must not change it. */
function skipToContent(event: React.MouseEvent): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
