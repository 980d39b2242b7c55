import { useState } from 'react';
import type { ExecutionView } from '../../../views/execution.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useWho } from '../api/use-who.js';
import { formatCost, formatDuration, formatNumber, formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { Status } from '../parts/status.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { ExecutionFilters, NO_FILTERS, type Filters } from './execution-filters.js';

const LOOK_MS = 3_000;

export function ExecutionList() {
  const [filters, setFilters] = useState(NO_FILTERS);
  const query = toQuery(filters);
  const { value, error, reload } = useLoaded(
    JSON.stringify(query),
    (signal) => get<ExecutionView[]>('/executions', { query, signal }),
    { everyMs: LOOK_MS },
  );
  const me = useWho()?.user;
  const hasUsers = filters.isOfAll || filters.user !== '';
  const { title, empty, columns } = STRINGS.work;
  return (
    <section>
      <h2>{title}</h2>
      <ExecutionFilters filters={filters} onChange={(change) => setFilters({ ...filters, ...change })} />
      {filters.minCost === '' ? null : <p className="hint">{STRINGS.work.newestOnly}</p>}
      {error === undefined ? null : <Problem error={error} retry={reload} />}
      {value?.length === 0 ? <p className="hint">{empty}</p> : null}
      <div className="scrolled" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
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
            {value?.map((execution) => (
              <Row key={execution.executionId} execution={execution} me={me} hasUsers={hasUsers} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function toQuery({ flow, status, user, isOfAll, since, until, minCost }: Filters) {
  const given = (value: string): string | undefined => (value === '' ? undefined : value);
  const time = (local: string): string | undefined =>
    local === '' ? undefined : new Date(local).toISOString();
  return {
    limit: 100,
    flow: given(flow),
    status: given(status),
    user: given(user),
    everybody: isOfAll && user === '' ? 'true' : undefined,
    since: time(since),
    until: time(until),
    minCost: given(minCost),
  };
}

function Row({
  execution,
  me,
  hasUsers,
}: {
  execution: Wire<ExecutionView>;
  me: string | undefined;
  hasUsers: boolean;
}) {
  const { executionId, flow, user, status, createdAt, finishedAt, modelCalls, cost } = execution;
  const { inputTokens, outputTokens } = execution;
  return (
    <tr>
      <td>
        <a href={formatRoute({ view: 'work', executionId, user: user === me ? undefined : (user ?? '') })}>
          {flow}
        </a>
      </td>
      {hasUsers ? <td>{user}</td> : null}
      <td>
        <Status status={status} />
      </td>
      <td className="time">{formatTime(createdAt)}</td>
      <td className="number">{formatDuration(createdAt, finishedAt)}</td>
      <td className="number">{modelCalls}</td>
      <td className="number">
        {formatNumber(inputTokens)} / {formatNumber(outputTokens)}
      </td>
      <td className="number">{formatCost(cost)}</td>
    </tr>
  );
}
