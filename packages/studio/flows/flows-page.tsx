import type { FlowName } from '../../../views/flow.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { FlowPage } from './flow-page.js';

export function FlowsPage({ slug, version }: { slug: string | undefined; version: number | undefined }) {
  return (
    <main id="content" className="work flows" tabIndex={-1}>
      {slug === undefined ? <FlowList /> : <FlowPage key={slug} slug={slug} version={version} />}
    </main>
  );
}

function FlowList() {
  const { value, error, reload } = useLoaded('flows', (signal) => get<FlowName[]>('/flows', { signal }));
  const { title, empty } = STRINGS.flows;
  return (
    <section>
      <h2>{title}</h2>
      {error === undefined ? null : <Problem error={error} retry={reload} />}
      {value?.length === 0 ? <p className="hint">{empty}</p> : null}
      <ul className="flow-list">
        {value?.map(({ slug, name }) => (
          <li key={slug}>
            <a href={formatRoute({ view: 'flows', slug, version: undefined })}>{name}</a>{' '}
            <small>{slug}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
