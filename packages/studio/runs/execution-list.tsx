import { Search, Waypoints } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ExecutionMatches, ListedExecution } from '../../../views/execution.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useWho } from '../api/use-who.js';
import { Button } from '../parts/button.js';
import { EmptyState } from '../parts/empty-state.js';
import { formatTime } from '../parts/format.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import type { RunFilters } from '../route.js';
import { STRINGS } from '../strings.js';
import { replaceRoute } from '../use-route.js';
import { ExecutionFilters } from './execution-filters.js';
import { ExecutionRow } from './execution-row.js';
import { SavedFilters } from './saved-filters.js';
import { SelectedActions } from './selected-actions.js';

const POLL_MS = 3_000;
const PAGE = 100;

export function ExecutionList({ filters }: { filters: RunFilters }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const { runs, last, loadMore, error, reload } = useRuns(filters);
  const me = useWho()?.user;
  const change = (changed: RunFilters): void => setFilters({ ...filters, ...changed });
  const { title, empty, emptyHelp, searchedUntil, loadMore: more } = STRINGS.runs;
  const isSearch = (filters.minCost ?? filters.text) !== undefined;
  const until = isSearch ? (last?.searchedUntil ?? null) : null;
  const chosen = runs?.filter(({ executionId }) => selected.has(executionId)) ?? [];
  const select = (executionId: string, isSelected: boolean): void =>
    setSelected((before) => {
      const next = new Set(before);
      if (isSelected) next.add(executionId);
      else next.delete(executionId);
      return next;
    });
  return (
    <Page
      title={title}
      className="work"
      actions={<RunSearch text={filters.text ?? ''} onType={(text) => change({ text })} />}
    >
      <ExecutionFilters filters={filters} onChange={change} />
      <SavedFilters filters={filters} onChoose={setFilters} />
      {error ? <Problem error={error} retry={reload} /> : null}
      {runs?.length === 0 && until === null ? (
        <EmptyState icon={Waypoints} title={empty} help={emptyHelp} />
      ) : null}
      <SelectedActions
        executions={chosen}
        onDone={(failed) => {
          setSelected(new Set(failed));
          reload();
        }}
      />
      {runs === undefined || runs.length === 0 ? null : (
        <ExecutionTable executions={runs} {...{ filters, me, selected }} onSelect={select} />
      )}
      {runs || error ? null : <Skeleton rows={8} />}
      {until === null ? null : (
        <p className="searched hint mt-3" role="status">
          {searchedUntil(formatTime(until))}
        </p>
      )}
      {last?.next ? (
        <Button className="load-more mt-3" onClick={loadMore}>
          {more}
        </Button>
      ) : null}
    </Page>
  );
}

function RunSearch({ text, onType }: { text: string; onType: (text: string) => void }) {
  const { search } = STRINGS.runs;
  return (
    <label className="relative flex items-center">
      <Search size={14} className="pointer-events-none absolute left-2.5 text-faint" aria-hidden="true" />
      <input
        type="search"
        className="run-search w-64 pl-8 phone:w-80"
        aria-label={search}
        placeholder={search}
        maxLength={200}
        value={text}
        onChange={({ target }) => onType(target.value)}
      />
    </label>
  );
}

/** Stores the filters in the address, for links and the browser's back button. */
function setFilters(filters: RunFilters): void {
  replaceRoute({ view: 'runs', executionId: undefined, filters });
}

function useRuns(filters: RunFilters) {
  const pages = useRef(1);
  const query = toQuery(filters);
  const key = JSON.stringify(query);
  useEffect(() => void (pages.current = 1), [key]);
  const { value, error, reload } = useLoaded(
    key,
    async (signal) => {
      const runs: Wire<ListedExecution>[] = [];
      let before: string | undefined;
      for (let page = 1; ; page += 1) {
        const last = await get<ExecutionMatches>('/executions/search', {
          query: { ...query, before },
          signal,
        });
        runs.push(...last.executions);
        if (last.next === null || page >= pages.current) return { runs, last };
        before = last.next;
      }
    },
    { everyMs: pages.current * POLL_MS },
  );
  const loadMore = (): void => {
    pages.current += 1;
    reload();
  };
  return { ...value, error, reload, loadMore };
}

function ExecutionTable({
  executions,
  filters,
  me,
  selected,
  onSelect,
}: {
  executions: readonly Wire<ListedExecution>[];
  filters: RunFilters;
  me: string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (executionId: string, isSelected: boolean) => void;
}) {
  const hasUsers = filters.everybody !== undefined || filters.user !== undefined;
  const { title, columns } = STRINGS.runs;
  return (
    <div className="scrolled" tabIndex={0} role="region" aria-label={title}>
      <table className="runs">
        <thead>
          <tr>
            <th>
              <span className="sr-only">{columns.select}</span>
            </th>
            <th>{columns.question}</th>
            <th>{columns.flow}</th>
            {hasUsers ? <th>{columns.user}</th> : null}
            <th>{columns.status}</th>
            <th>{columns.begun}</th>
            <th className="number">{columns.took}</th>
            <th className="number">{columns.calls}</th>
            <th className="number">{columns.tokens}</th>
            <th className="number">{columns.cost}</th>
          </tr>
        </thead>
        <tbody>
          {executions.map((execution) => (
            <ExecutionRow
              key={execution.executionId}
              scope={toScope(filters)}
              {...{ execution, me, hasUsers, selected, onSelect }}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function toScope({ user, everybody }: RunFilters) {
  return { user, everybody: user === undefined ? everybody : undefined };
}

function toQuery({ text, flow, status, since, until, minCost, ...owners }: RunFilters) {
  const time = (local: string | undefined): string | undefined => {
    const at = new Date(local ?? '');
    return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
  };
  return {
    limit: PAGE,
    flow,
    status,
    text,
    minCost,
    ...toScope(owners),
    // A search also finds sub-executions, which are otherwise below their parents.
    isRoot: text === undefined ? 'true' : undefined,
    since: time(since),
    until: time(until),
  };
}
