import { useState } from 'react';
import { EXECUTION_STATUSES } from '../../flow/execution/status.js';
import type { ExecutionView } from '../../store/execution/execution-views.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatCost, formatDuration, formatNumber, formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';

const LOOK_MS = 3_000;

/** The newest executions, by flow and status, kept up to date. */
export function ExecutionList() {
  const [flow, setFlow] = useState('');
  const [status, setStatus] = useState('');
  const query = {
    limit: 100,
    flow: flow === '' ? undefined : flow,
    status: status === '' ? undefined : status,
  };
  const { value, error, reload } = useLoaded(
    `${flow} ${status}`,
    (signal) => get<ExecutionView[]>('/executions', { query, signal }),
    { everyMs: LOOK_MS },
  );
  const { value: flows = [] } = useLoaded('flows', (signal) => get<{ slug: string }[]>('/flows', { signal }));
  const { title, empty, columns } = STRINGS.work;
  return (
    <section>
      <h2>{title}</h2>
      <div className="filters">
        <Choice
          label={STRINGS.work.flow}
          value={flow}
          choices={flows.map(({ slug }) => slug)}
          onChoose={setFlow}
        />
        <Choice
          label={STRINGS.work.status}
          value={status}
          choices={EXECUTION_STATUSES}
          onChoose={setStatus}
        />
      </div>
      {error === undefined ? null : <Problem error={error} retry={reload} />}
      {value?.length === 0 ? <p className="hint">{empty}</p> : null}
      <div className="scrolled" tabIndex={0} role="region" aria-label={title}>
        <table>
          <thead>
            <tr>
              <th>{columns.flow}</th>
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
              <Row key={execution.executionId} execution={execution} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ execution }: { execution: Wire<ExecutionView> }) {
  const { executionId, flow, status, createdAt, finishedAt, modelCalls, inputTokens, outputTokens, cost } =
    execution;
  return (
    <tr>
      <td>
        <a href={formatRoute({ view: 'work', executionId })}>{flow}</a>
      </td>
      <td>
        <span className="status" data-status={status}>
          {status}
        </span>
      </td>
      <td>{formatTime(createdAt)}</td>
      <td className="number">{formatDuration(createdAt, finishedAt)}</td>
      <td className="number">{modelCalls}</td>
      <td className="number">
        {formatNumber(inputTokens)} / {formatNumber(outputTokens)}
      </td>
      <td className="number">{formatCost(cost)}</td>
    </tr>
  );
}

function Choice({
  label,
  value,
  choices,
  onChoose,
}: {
  label: string;
  value: string;
  choices: readonly string[];
  onChoose: (choice: string) => void;
}) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        <option value="">{STRINGS.work.every}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    </label>
  );
}
