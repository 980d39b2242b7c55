import { useState } from 'react';
import type { FlowVersionFacts, FlowVersionView } from '../../../views/flow.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { goTo } from '../use-route.js';
import { FlowBench } from './flow-bench.js';

export function FlowPage({ slug, version }: { slug: string; version: number | undefined }) {
  const path = `/flows/${encodeURIComponent(slug)}/versions`;
  const versions = useLoaded(slug, (signal) => get<FlowVersionFacts[]>(path, { signal }));
  const [compared, setCompared] = useState<number>();
  const shown = version ?? versions.value?.find(({ isCurrent }) => isCurrent)?.version;
  const { back, version: versionLabel, compare, nothing } = STRINGS.flows;
  const error = versions.error;
  return (
    <>
      <p>
        <a href={formatRoute({ view: 'flows', slug: undefined, version: undefined })}>{back}</a>
      </p>
      <h2>{slug}</h2>
      {error === undefined ? null : <Problem error={error} retry={versions.reload} />}
      {versions.value === undefined || shown === undefined ? null : (
        <>
          <div className="filters">
            <label>
              {versionLabel}{' '}
              <select
                value={shown}
                onChange={({ target }) => goTo({ view: 'flows', slug, version: Number(target.value) })}
              >
                <VersionOptions versions={versions.value} />
              </select>
            </label>
            <label>
              {compare}{' '}
              <select
                value={compared ?? ''}
                onChange={({ target }) => setCompared(target.value === '' ? undefined : Number(target.value))}
              >
                <option value="">{nothing}</option>
                <VersionOptions versions={versions.value.filter((one) => one.version !== shown)} />
              </select>
            </label>
          </div>
          <LoadedVersion
            path={path}
            slug={slug}
            version={shown}
            isCurrent={versions.value.some((one) => one.version === shown && one.isCurrent)}
            compared={compared}
            onPublished={(published) => {
              versions.reload();
              goTo({ view: 'flows', slug, version: published });
            }}
            onTried={versions.reload}
          />
        </>
      )}
    </>
  );
}

function VersionOptions({ versions }: { versions: readonly Wire<FlowVersionFacts>[] }) {
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
  const error = own.error ?? other.error;
  if (error !== undefined) return <Problem error={error} retry={own.reload} />;
  if (own.value === undefined) return <p className="hint">{STRINGS.loading}</p>;
  return (
    <FlowBench
      key={version}
      {...rest}
      text={print(own.value.definition)}
      compared={other.value && print(other.value.definition)}
    />
  );
}

function print(definition: unknown): string {
  return JSON.stringify(definition, undefined, 2);
}
