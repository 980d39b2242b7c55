import { Wrench } from 'lucide-react';
import type { FlowParts } from '../../../views/flow.js';
import { Crumbs } from '../parts/crumbs.js';
import { EmptyState } from '../parts/empty-state.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { formatRoute, type Route } from '../route.js';
import { STRINGS } from '../strings.js';
import { canRunAlone } from './one-node-flow.js';
import { NodeForm, ToolForm } from './try-form.js';
import { useParts } from './use-parts.js';

export function ToolsPage({ tool, kind }: { tool: string | undefined; kind: string | undefined }) {
  const { value, error, reload } = useParts();
  const { title, none, empty, unknown, unknownKind, nodes } = STRINGS.tools;
  const kinds = value?.kinds.filter(({ name }) => canRunAlone(name));
  const found = value?.tools.find(({ name }) => name === tool);
  const foundKind = kinds?.find(({ name }) => name === kind);
  const name = tool ?? kind;
  return (
    <Page
      title={
        name === undefined ? (
          title
        ) : (
          <Crumbs parent={title} to={{ view: 'tools', tool: undefined }}>
            {name}
          </Crumbs>
        )
      }
    >
      {error ? <Problem error={error} retry={reload} /> : null}
      {value || error ? null : <Skeleton rows={4} />}
      {value && tool !== undefined && !found ? <p className="hint">{unknown(tool)}</p> : null}
      {value && kind !== undefined && !foundKind ? <p className="hint">{unknownKind(kind)}</p> : null}
      {(found ?? foundKind)?.description == null ? null : (
        <p className="mb-3 max-w-3xl text-sm whitespace-pre-wrap wrap-anywhere">
          {(found ?? foundKind)?.description}
        </p>
      )}
      {found ? <ToolForm key={found.name} name={found.name} schema={found.schema} /> : null}
      {foundKind ? <NodeForm key={foundKind.name} kind={foundKind.name} schema={foundKind.schema} /> : null}
      {name !== undefined || !value || !kinds ? null : (
        <>
          {value.tools.length === 0 ? <EmptyState icon={Wrench} title={none} help={empty} /> : null}
          <Parts
            className="tool-list"
            parts={value.tools}
            toRoute={(one) => ({ view: 'tools', tool: one })}
          />
          <h3 className="mt-6 mb-1">{nodes}</h3>
          <Parts
            className="kind-list"
            parts={kinds.sort((one, other) => rank(one.name) - rank(other.name))}
            toRoute={(one) => ({ view: 'tools', tool: undefined, kind: one })}
          />
        </>
      )}
    </Page>
  );
}

function rank(kind: string): number {
  return kind.includes(':') ? 0 : 1;
}

function Parts({
  parts,
  className,
  toRoute,
}: {
  parts: FlowParts['tools'];
  className: string;
  toRoute: (name: string) => Route;
}) {
  return (
    <ul className={`${className} -mx-2 grid max-w-4xl phone:grid-cols-2 wide:grid-cols-3`}>
      {parts.map(({ name, description }) => (
        <li key={name}>
          <a
            className="flex flex-col justify-center rounded-md px-2 py-2 text-ink no-underline hover:bg-hover hover:no-underline pointer-coarse:min-h-11"
            href={formatRoute(toRoute(name))}
          >
            <code className="wrap-anywhere">{name}</code>
            {description === null ? null : (
              <span className="line-clamp-2 text-sm text-soft wrap-anywhere">{description}</span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
