import { ChevronRight, Wrench } from 'lucide-react';
import { EmptyState } from '../parts/empty-state.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { ToolForm } from './tool-form.js';
import { useParts } from './use-parts.js';

export function ToolsPage({ tool }: { tool: string | undefined }) {
  const { value, error, reload } = useParts();
  const { title, none, empty, unknown } = STRINGS.tools;
  const found = value?.tools.find(({ name }) => name === tool);
  return (
    <Page title={tool === undefined ? title : <Path tool={tool} />}>
      {error ? <Problem error={error} retry={reload} /> : null}
      {value || error ? null : <Skeleton rows={4} />}
      {value?.tools.length === 0 ? <EmptyState icon={Wrench} title={none} help={empty} /> : null}
      {value && tool !== undefined && !found ? <p className="hint">{unknown(tool)}</p> : null}
      {found ? <ToolForm key={found.name} name={found.name} schema={found.schema} /> : null}
      {tool === undefined ? (
        <ul className="tool-list -mx-2 grid max-w-3xl">
          {value?.tools.map(({ name }) => (
            <li key={name}>
              <a
                className="flex items-center rounded-md px-2 py-2 text-ink no-underline hover:bg-hover hover:no-underline pointer-coarse:min-h-11"
                href={formatRoute({ view: 'tools', tool: name })}
              >
                <code className="wrap-anywhere">{name}</code>
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </Page>
  );
}

function Path({ tool }: { tool: string }) {
  return (
    <>
      <a className="text-faint" href={formatRoute({ view: 'tools', tool: undefined })}>
        {STRINGS.tools.title}
      </a>
      <ChevronRight size={14} className="mx-1 inline text-faint" aria-hidden="true" />
      <span>{tool}</span>
    </>
  );
}
