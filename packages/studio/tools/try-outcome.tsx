import { useRef, useState } from 'react';
import type { NodeWork } from '../../../views/execution.js';
import type { StepWork, Waterfall } from '../../../views/waterfall.js';
import { findRun } from '../api/find-run.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { ApprovalList } from '../approvals/approval-list.js';
import { formatDuration, joinFacts } from '../parts/format.js';
import { Status } from '../parts/status.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';

const POLL_MS = 1_000;

interface Tried {
  executionId: string;
  kind: 'tool' | 'node';
  nodeId: string;
}

export function TryOutcome({ executionId, kind, nodeId }: Tried) {
  const [isOver, setOver] = useState(false);
  const hasBegun = useRef(false);
  const { value } = useLoaded(
    executionId,
    async (signal) => {
      hasBegun.current ||= (await findRun(executionId, { signal })) !== undefined;
      // The execution does not exist until a worker begins it.
      if (!hasBegun.current) return undefined;
      const outcome = await loadOutcome({ executionId, kind, nodeId }, signal);
      if (outcome.isOver) setOver(true);
      return outcome;
    },
    isOver ? {} : { everyMs: POLL_MS },
  );
  const { result, output, failed, running, execution } = STRINGS.tools;
  const shown = value?.output;
  const error = value?.root?.errorMessage ?? null;
  return (
    <section className="tool-outcome grid gap-2" aria-live="polite" aria-label={result}>
      <p className="flex flex-wrap items-center gap-2">
        <Status
          status={shown?.isError === true ? 'failed' : (value?.row?.status ?? value?.root?.status)}
          unknown={running}
        />
        {joinFacts([
          value?.row?.finishedAt ? formatDuration(value.row.startedAt, value.row.finishedAt) : null,
        ])}
        <a
          className="inline-flex items-center pointer-coarse:min-h-11"
          href={formatRoute({ view: 'runs', executionId })}
        >
          {execution}
        </a>
      </p>
      {isOver ? null : <ApprovalList execution={executionId} />}
      {error === null ? null : <p className="problem">{error}</p>}
      {shown ? (
        <figure>
          <figcaption className="text-xs text-faint">{shown.isError ? failed : output}</figcaption>
          <pre tabIndex={0} dir="auto">
            {showUnseen(shown.text)}
            {shown.isCut ? '…' : ''}
          </pre>
        </figure>
      ) : null}
    </section>
  );
}

interface Outcome {
  root: Row | undefined;
  row: Row | undefined;
  output: Output | undefined;
  isOver: boolean;
}

type Row = Wire<Waterfall>['rows'][number];

interface Output {
  text: string;
  isCut: boolean;
  isError: boolean;
}

async function loadOutcome({ executionId, kind, nodeId }: Tried, signal: AbortSignal): Promise<Outcome> {
  const path = `/executions/${encodeURIComponent(executionId)}`;
  const { rows } = await get<Waterfall>(`${path}/waterfall`, { signal });
  const row = rows.find((one) => one.kind === kind && (kind === 'tool' || one.nodeId === nodeId));
  const root = rows.find((one) => one.kind === 'execution');
  const isOver = root !== undefined && root.finishedAt !== null;
  const load = (row: Row) =>
    kind === 'tool'
      ? loadToolOutput(path, row, signal)
      : loadNodeOutput(`${path}/nodes/${encodeURIComponent(nodeId)}`, signal);
  const output = row && row.finishedAt !== null ? await load(row) : undefined;
  return { root, row, output, isOver };
}

async function loadToolOutput(path: string, row: Row, signal: AbortSignal): Promise<Output | undefined> {
  if (row.step === null) return undefined;
  const { tools } = await get<StepWork>(`${path}/steps/${row.step}`, { signal });
  const [tool] = tools;
  if (!tool?.output) return undefined;
  return { ...tool.output, text: toPretty(readTool(tool.output.text)), isError: tool.isError };
}

async function loadNodeOutput(path: string, signal: AbortSignal): Promise<Output | undefined> {
  const { outputs } = await get<NodeWork>(path, { signal });
  const value = outputs.at(-1)?.value;
  return value ? { ...value, text: toPretty(value.text), isError: false } : undefined;
}

function readTool(json: string): string {
  try {
    const { value }: { value?: unknown } = JSON.parse(json) as object;
    return JSON.stringify(value);
  } catch {
    return json;
  }
}

function toPretty(json: string): string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}
