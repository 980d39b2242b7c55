import { useState } from 'react';
import type { ListedExecution } from '../../../views/execution.js';
import type { StepWork, Waterfall } from '../../../views/waterfall.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { ApprovalList } from '../approvals/approval-list.js';
import { formatDuration, joinFacts } from '../parts/format.js';
import { Status } from '../parts/status.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { showUnseen } from '../../../protocol/unseen-characters.js';

const LOOK_MS = 1_000;
const NEWEST = 20;

/** Asks for the approval that the tool needs. */
export function ToolOutcome({ executionId }: { executionId: string }) {
  const [isOver, setOver] = useState(false);
  const { value } = useLoaded(
    executionId,
    async (signal) => {
      const outcome = await loadOutcome(executionId, signal);
      if (outcome?.isOver === true) setOver(true);
      return outcome;
    },
    isOver ? {} : { everyMs: LOOK_MS },
  );
  const { result, output, failed, running, execution } = STRINGS.tools;
  const tool = value?.work?.tools[0];
  const error = value?.root?.errorMessage ?? null;
  return (
    <section className="tool-outcome grid gap-2" aria-live="polite" aria-label={result}>
      <p className="flex flex-wrap items-center gap-2">
        <Status
          status={tool?.isError === true ? 'failed' : (value?.row?.status ?? value?.root?.status)}
          unknown={running}
        />
        {joinFacts([
          value?.row?.finishedAt ? formatDuration(value.row.startedAt, value.row.finishedAt) : null,
        ])}
        <a
          className="inline-flex items-center pointer-coarse:min-h-11"
          href={formatRoute({ view: 'work', executionId })}
        >
          {execution}
        </a>
      </p>
      {isOver ? null : <ApprovalList execution={executionId} />}
      {error === null ? null : <p className="problem">{error}</p>}
      {tool?.output ? (
        <figure>
          <figcaption className="text-xs text-faint">{tool.isError ? failed : output}</figcaption>
          <pre tabIndex={0} dir="auto">
            {showUnseen(toPretty(tool.output.text))}
            {tool.output.isCut ? '…' : ''}
          </pre>
        </figure>
      ) : null}
    </section>
  );
}

interface Outcome {
  root: Row | undefined;
  row: Row | undefined;
  work: Wire<StepWork> | undefined;
  isOver: boolean;
}

type Row = Wire<Waterfall>['rows'][number];

/** Absent until a worker begins the execution. */
async function loadOutcome(executionId: string, signal: AbortSignal): Promise<Outcome | undefined> {
  const newest = await get<ListedExecution[]>('/executions', { query: { limit: NEWEST }, signal });
  if (!newest.some((one) => one.executionId === executionId)) return undefined;
  const path = `/executions/${encodeURIComponent(executionId)}`;
  const { rows } = await get<Waterfall>(`${path}/waterfall`, { signal });
  const row = rows.find(({ kind }) => kind === 'tool');
  const root = rows.find(({ kind }) => kind === 'execution');
  const isOver = root !== undefined && root.finishedAt !== null;
  const hasRun = row?.step != null && row.finishedAt !== null;
  const work = hasRun ? await get<StepWork>(`${path}/steps/${row.step}`, { signal }) : undefined;
  return { root, row, work, isOver };
}

function toPretty(json: string): string {
  try {
    const { value }: { value?: unknown } = JSON.parse(json) as object;
    return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  } catch {
    return json;
  }
}
