import { useFlows } from '../api/use-flows.js';
import { Workflow, Wrench } from 'lucide-react';
import { buttonClass } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { FlowPage } from './flow-page.js';

export function FlowsPage({ slug, version }: { slug: string | undefined; version: number | undefined }) {
  return slug === undefined ? <FlowList /> : <FlowPage key={slug} slug={slug} version={version} />;
}

function FlowList() {
  const { value, error, reload } = useFlows();
  const { title, none: emptyTitle, empty: emptyHelp } = STRINGS.flows;
  const tools = (
    <a className={buttonClass({ size: 'small' })} href={formatRoute({ view: 'tools', tool: undefined })}>
      <Wrench size={14} aria-hidden="true" />
      {STRINGS.tools.title}
    </a>
  );
  return (
    <Page title={title} actions={tools}>
      {error ? <Problem error={error} retry={reload} /> : null}
      {value?.length === 0 ? <EmptyState icon={Workflow} title={emptyTitle} help={emptyHelp} /> : null}
      <ul className="flow-list max-w-3xl divide-y divide-line">
        {value?.map(({ slug, name, description, createdAt }) => (
          <li key={slug} className="py-1">
            <a
              className="-mx-2 block content-center rounded-md px-2 py-2 text-ink no-underline hover:bg-hover hover:no-underline pointer-coarse:min-h-11"
              href={formatRoute({ view: 'flows', slug, version: undefined })}
            >
              <span className="flex items-baseline gap-3">
                <span className="font-medium">{name}</span>
                <code className="text-xs text-faint">{slug}</code>
                <RelativeTime at={createdAt} className="ml-auto text-xs text-faint" />
              </span>
              {description === null ? null : <span className="block text-sm text-soft">{description}</span>}
            </a>
          </li>
        ))}
      </ul>
    </Page>
  );
}
