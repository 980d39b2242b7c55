import type { ExecutionTree, NodeValue, NodeWork } from '../../../views/execution.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatCost, formatNumber } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { Status } from '../parts/status.js';
import { STRINGS } from '../strings.js';

export function NodeFacts({
  executionId,
  node,
}: {
  executionId: string;
  node: Wire<ExecutionTree>['nodes'][number];
}) {
  const { nodeId, status, runs, modelCalls, inputTokens, outputTokens, cost, errorType, errorMessage } = node;
  const { runs: runWords, columns, inputs, outputs } = STRINGS.runs;
  const { value, error } = useLoaded(`${executionId} ${nodeId} ${status} ${runs}`, (signal) =>
    get<NodeWork>(`/executions/${encodeURIComponent(executionId)}/nodes/${encodeURIComponent(nodeId)}`, {
      signal,
    }),
  );
  return (
    <section className="node-facts" aria-live="polite" aria-label={STRINGS.runs.node(nodeId)}>
      <p>
        <b>{nodeId}</b> <Status status={status} /> {runWords(runs)}
      </p>
      <p>
        {columns.calls}: {modelCalls} · {columns.tokens}: {formatNumber(inputTokens)} /{' '}
        {formatNumber(outputTokens)} · {columns.cost}: {formatCost(cost)}
      </p>
      {errorMessage === null ? null : (
        <p className="problem">
          {errorType} {errorMessage}
        </p>
      )}
      {error ? <Problem error={error} /> : null}
      {value ? (
        <>
          <Values title={inputs} values={value.inputs} />
          <Values title={outputs} values={value.outputs} />
        </>
      ) : null}
    </section>
  );
}

function Values({ title, values }: { title: string; values: readonly NodeValue[] }) {
  const shown = values.filter((one) => one.value !== null);
  return (
    <>
      <h4>{title}</h4>
      {shown.length === 0 ? <p className="hint">{STRINGS.runs.nothing}</p> : null}
      {shown.map(({ nodeId, iteration, value }) => (
        <figure key={`${nodeId} ${iteration}`}>
          <figcaption>
            {nodeId === '' ? STRINGS.runs.start : nodeId} {iteration}
          </figcaption>
          <pre tabIndex={0}>
            {toPretty(value?.text ?? '')}
            {value?.isCut === true ? ' …' : ''}
          </pre>
        </figure>
      ))}
    </>
  );
}

function toPretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
