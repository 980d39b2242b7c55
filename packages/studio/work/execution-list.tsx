import { Search } from 'lucide-react';
import { useState } from 'react';
import type { ListedExecution } from '../../../views/execution.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useWho } from '../api/use-who.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';
import { ExecutionFilters, NO_FILTERS, type Filters } from './execution-filters.js';
import { ExecutionRow } from './execution-row.js';
import { SavedFilters } from './saved-filters.js';

const LOOK_MS = 3_000;

export function ExecutionList() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = toQuery(filters);
  const { value, error, reload } = useLoaded(
    JSON.stringify(query),
    (signal) => get<ListedExecution[]>('/executions', { query, signal }),
    { everyMs: LOOK_MS },
  );
  const me = useWho()?.user;
  const change = (changed: Partial<Filters>): void => setFilters({ ...filters, ...changed });
  const { title, empty, search, newestOnly } = STRINGS.work;
  const chosen = value?.filter(({ executionId }) => selected.has(executionId)) ?? [];
  const select = (executionId: string, isSelected: boolean): void =>
    setSelected((before) => {
      const next = new Set(before);
      if (isSelected) next.add(executionId);
      else next.delete(executionId);
      return next;
    });
  return (
    <section>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <h2>{title}</h2>
        <label className="flex min-w-0 grow items-center gap-2 phone:max-w-md">
          <Search size={16} aria-hidden="true" className="shrink-0 text-faint" />
          <input
            type="search"
            className="run-search min-w-0 grow"
            aria-label={search}
            placeholder={search}
            maxLength={200}
            value={filters.text}
            onChange={({ target }) => change({ text: target.value })}
          />
        </label>
      </div>
      <ExecutionFilters filters={filters} onChange={change} />
      <SavedFilters filters={filters} onChoose={setFilters} />
      {filters.minCost === '' && filters.text === '' ? null : <p className="hint">{newestOnly}</p>}
      {error ? <Problem error={error} retry={reload} /> : null}
      {value?.length === 0 ? <p className="hint">{empty}</p> : null}
      <SelectedActions executions={chosen} onDone={() => (setSelected(new Set()), reload())} />
      <ExecutionTable executions={value ?? []} {...{ filters, me, selected }} onSelect={select} />
    </section>
  );
}

function ExecutionTable({
  executions,
  filters,
  me,
  selected,
  onSelect,
}: {
  executions: readonly Wire<ListedExecution>[];
  filters: Filters;
  me: string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (executionId: string, isSelected: boolean) => void;
}) {
  const hasUsers = filters.isOfAll || filters.user !== '';
  const { title, columns } = STRINGS.work;
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

function SelectedActions({
  executions,
  onDone,
}: {
  executions: readonly Wire<ListedExecution>[];
  onDone: () => void;
}) {
  const [isSending, setSending] = useState(false);
  const { cancelSelected, retrySelected, notDone } = STRINGS.work;
  const running = executions.filter(({ finishedAt }) => finishedAt === null);
  const failed = executions.filter(({ status }) => status === 'failed' || status === 'cancelled');
  if (running.length + failed.length === 0) return null;
  const act = async (chosen: readonly Wire<ListedExecution>[], name: 'cancel' | 'rerun'): Promise<void> => {
    setSending(true);
    const sent = await Promise.allSettled(
      chosen.map(({ executionId }) => post(`/executions/${encodeURIComponent(executionId)}/${name}`)),
    );
    const refused = sent.filter(({ status }) => status === 'rejected').length;
    if (refused > 0) showToast(notDone(refused), { isError: true });
    setSending(false);
    onDone();
  };
  return (
    <p className="mb-2 flex flex-wrap gap-2">
      {running.length === 0 ? null : (
        <Button kind="danger" disabled={isSending} onClick={() => void act(running, 'cancel')}>
          {cancelSelected(running.length)}
        </Button>
      )}
      {failed.length === 0 ? null : (
        <Button disabled={isSending} onClick={() => void act(failed, 'rerun')}>
          {retrySelected(failed.length)}
        </Button>
      )}
    </p>
  );
}

function toScope({ user, isOfAll }: Filters) {
  return {
    user: user === '' ? undefined : user,
    everybody: isOfAll && user === '' ? 'true' : undefined,
  };
}

function toQuery(filters: Filters) {
  const { text, flow, status, since, until, minCost } = filters;
  const given = (value: string): string | undefined => (value === '' ? undefined : value);
  const time = (local: string): string | undefined =>
    local === '' ? undefined : new Date(local).toISOString();
  return {
    limit: 100,
    flow: given(flow),
    status: given(status),
    ...toScope(filters),
    text: given(text),
    // A search also finds sub-executions, which are otherwise below their parents.
    isRoot: text === '' ? 'true' : undefined,
    since: time(since),
    until: time(until),
    minCost: given(minCost),
  };
}
