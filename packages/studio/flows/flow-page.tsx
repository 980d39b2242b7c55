import { useFlows } from '../api/use-flows.js';
import { useState } from 'react';
import type { FlowVersionView, ListedFlowVersion } from '../../../views/flow.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Crumbs } from '../parts/crumbs.js';
import { formatTime } from '../parts/format.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { useTitle } from '../use-title.js';
import { FlowBench } from './flow-bench.js';
import { VersionHistory } from './version-history.js';

export function FlowPage({ slug, version }: { slug: string; version: number | undefined }) {
  const path = `/flows/${encodeURIComponent(slug)}/versions`;
  const versions = useLoaded(slug, (signal) => get<ListedFlowVersion[]>(path, { signal }));
  const [compared, setCompared] = useState<number>();
  const flows = useFlows();
  const name = flows.value?.find((flow) => flow.slug === slug)?.name ?? slug;
  useTitle(name);
  const shown = version ?? versions.value?.find(({ isCurrent }) => isCurrent)?.version;
  const error = versions.error;
  const onPublished = (published: number): void => {
    versions.reload();
    goTo({ view: 'flows', slug, version: published });
  };
  return (
    <Page
      title={
        <Crumbs parent={STRINGS.flows.title} to={{ view: 'flows', slug: undefined, version: undefined }}>
          <span className="mr-2">{name}</span>
          {name === slug ? null : <code className="text-xs font-normal text-faint">{slug}</code>}
        </Crumbs>
      }
    >
      {error ? <Problem error={error} retry={versions.reload} /> : null}
      {!versions.value || shown === undefined ? null : (
        <>
          <VersionChoices {...{ slug, shown, compared }} versions={versions.value} onCompare={setCompared} />
          <LoadedVersion
            path={path}
            slug={slug}
            version={shown}
            isCurrent={versions.value.some((one) => one.version === shown && one.isCurrent)}
            compared={compared}
            onPublished={onPublished}
            onTried={versions.reload}
          />
          <VersionHistory
            path={path}
            slug={slug}
            shown={shown}
            versions={versions.value}
            onRestored={onPublished}
          />
        </>
      )}
    </Page>
  );
}

function VersionChoices({
  slug,
  shown,
  compared,
  versions,
  onCompare,
}: {
  slug: string;
  shown: number;
  compared: number | undefined;
  versions: readonly Wire<ListedFlowVersion>[];
  onCompare: (version: number | undefined) => void;
}) {
  const { version: versionLabel, compare, nothing } = STRINGS.flows;
  return (
    <div className="filters">
      <label>
        {versionLabel}{' '}
        <select
          value={shown}
          onChange={({ target }) => goTo({ view: 'flows', slug, version: Number(target.value) })}
        >
          <VersionOptions versions={versions} />
        </select>
      </label>
      <label>
        {compare}{' '}
        <select
          value={compared ?? ''}
          onChange={({ target }) => onCompare(target.value === '' ? undefined : Number(target.value))}
        >
          <option value="">{nothing}</option>
          <VersionOptions versions={versions.filter((one) => one.version !== shown)} />
        </select>
      </label>
    </div>
  );
}

function VersionOptions({ versions }: { versions: readonly Wire<ListedFlowVersion>[] }) {
  return versions.map(({ version, isCurrent, isDraft, createdAt }) => (
    <option key={version} value={version}>
      {STRINGS.flows.versionOf(version, formatTime(createdAt), { isCurrent, isDraft })}
    </option>
  ));
}

function LoadedVersion({
  path,
  version,
  compared,
  ...rest
}: {
  path: string;
  slug: string;
  version: number;
  isCurrent: boolean;
  compared: number | undefined;
  onPublished: (version: number) => void;
  onTried: () => void;
}) {
  const load = (number: number, signal: AbortSignal) => get<FlowVersionView>(`${path}/${number}`, { signal });
  const own = useLoaded(`${path} ${version}`, (signal) => load(version, signal));
  const other = useLoaded(`${path} ${compared ?? ''}`, async (signal) =>
    compared === undefined ? undefined : load(compared, signal),
  );
  const [discarded, setDiscarded] = useState(0);
  const failed = own.error ? own : other;
  const problem = failed.error ? <Problem error={failed.error} retry={failed.reload} /> : null;
  if (!own.value) return problem ?? <Skeleton rows={8} />;
  return (
    <>
      {problem}
      <FlowBench
        key={`${version} ${discarded}`}
        {...rest}
        draftName={`draft of flow ${rest.slug} ${version}`}
        text={print(own.value.definition)}
        compared={other.value && print(other.value.definition)}
        onDiscarded={() => setDiscarded(discarded + 1)}
      />
    </>
  );
}

function print(definition: unknown): string {
  return JSON.stringify(definition, undefined, 2);
}
