import { useState } from 'react';
import { isRecord } from '../../../protocol/is-record.js';
import type { ListedExecution, NodeWork } from '../../../views/execution.js';
import { ApiError, get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Field } from '../parts/field.js';
import { formatTime } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { canRunAlone } from '../tools/one-node-flow.js';
import { NodeForm } from '../tools/try-form.js';
import { useParts } from '../tools/use-parts.js';
import { findConfig } from './read-draft.js';

const RUNS = 20;

interface NodeTryProps {
  slug: string;
  nodeId: string;
  definition: unknown;
}

/** Keeps the settings that the node had when it was selected. */
export function NodeTry({ slug, nodeId, definition }: NodeTryProps) {
  const node = findConfig(definition, nodeId);
  const [isOpen, setOpen] = useState(false);
  const schema = useParts().value?.kinds.find(({ name }) => name === node?.kind)?.schema;
  if (!node || schema === undefined || !canRunAlone(node.kind)) return null;
  return (
    <details className="node-try my-2" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{STRINGS.flows.try.node(nodeId)}</summary>
      {isOpen ? <NodeInput {...{ slug, nodeId, definition, node, schema }} /> : null}
    </details>
  );
}

/** Offers the outputs of an earlier run if the node reads other nodes or its loop. */
function NodeInput({
  slug,
  nodeId,
  definition,
  node: { kind, config },
  schema,
}: NodeTryProps & { node: { kind: string; config: unknown }; schema: unknown }) {
  const [run, setRun] = useState<Wire<ListedExecution>>();
  const { value: read } = useLoaded(nodeId, async () =>
    (await import('./find-read.js')).findRead(definition, nodeId),
  );
  const ids = read && Object.keys(read.outputs);
  const key = `${run?.executionId ?? ''} ${ids?.join(' ') ?? ''}`;
  const given = useLoaded(key, async (signal) =>
    run && ids
      ? {
          outputs: await loadOutputs(run.executionId, ids, signal),
          item: read.readsLoop ? await loadItem(run.executionId, nodeId, signal) : undefined,
        }
      : {},
  );
  if (!read || !ids) return <Skeleton rows={3} />;
  const start = { config, ...(run && { ...given.value, text: run.question ?? undefined }) };
  return (
    <>
      {ids.length === 0 && !read.readsLoop ? null : <RunChoice flow={slug} run={run} onChoose={setRun} />}
      {given.error ? <Problem error={given.error} retry={given.reload} /> : null}
      {given.value ? (
        <NodeForm key={key} kind={kind} schema={schema} start={start} nodeId={nodeId} read={read} />
      ) : (
        <Skeleton rows={3} />
      )}
    </>
  );
}

function RunChoice({
  flow,
  run,
  onChoose,
}: {
  flow: string;
  run: Wire<ListedExecution> | undefined;
  onChoose: (run: Wire<ListedExecution> | undefined) => void;
}) {
  const { value = [], error } = useLoaded(`runs ${flow}`, (signal) =>
    get<ListedExecution[]>('/executions', { query: { flow, limit: RUNS }, signal }),
  );
  const { outputsOf, none } = STRINGS.flows.try;
  if (error) return <Problem error={error} />;
  if (value.length === 0) return null;
  return (
    <Field label={outputsOf} className="my-3 max-w-3xl">
      <select
        className="outputs-of min-w-0"
        value={run?.executionId ?? ''}
        onChange={({ target }) => onChoose(value.find((one) => one.executionId === target.value))}
      >
        <option value="">{none}</option>
        {value.map(({ executionId, question, createdAt }) => (
          <option key={executionId} value={executionId}>
            {[question ?? executionId, formatTime(createdAt)].join(' · ')}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** Omits nodes that did not run or that the run's version lacks, and outputs that are too long to edit. */
async function loadOutputs(
  executionId: string,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const found = await Promise.all(
    ids.map(async (id) => {
      const output = parse((await loadWork(executionId, id, signal))?.outputs.at(-1)?.value);
      return isRecord(output) ? [[id, output] as const] : [];
    }),
  );
  return Object.fromEntries(found.flat());
}

async function loadItem(executionId: string, nodeId: string, signal: AbortSignal): Promise<unknown> {
  return parse((await loadWork(executionId, nodeId, signal))?.loopItem);
}

function loadWork(executionId: string, nodeId: string, signal: AbortSignal): Promise<NodeWork | undefined> {
  const path = `/executions/${encodeURIComponent(executionId)}/nodes/${encodeURIComponent(nodeId)}`;
  return get<NodeWork>(path, { signal }).catch(orMissing);
}

function parse(value: NodeWork['loopItem'] | undefined): unknown {
  return value && !value.isCut ? JSON.parse(value.text) : undefined;
}

function orMissing(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
