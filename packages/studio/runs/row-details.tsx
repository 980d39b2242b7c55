import { useState, type ReactNode } from 'react';
import type { ArrangedRow } from '../../../trajectory/waterfall/arrange-rows.js';
import type { CallExplanation } from '../../../views/call.js';
import type { NodeWork } from '../../../views/execution.js';
import type { StepWork } from '../../../views/waterfall.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button } from '../parts/button.js';
import { CopyId } from '../parts/copy-id.js';
import { formatDuration, formatMoment, joinFacts } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { Status } from '../parts/status.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { CallView } from '../why/call-view.js';
import { WhatIf } from '../why/what-if.js';
import { RerunFrom } from './rerun-from.js';
import type { Row, Tree } from './use-waterfall.js';

export function RowDetails({ row, tree }: { row: ArrangedRow<Row>; tree: Tree }) {
  const stored = row.row;
  const words = STRINGS.runs.waterfall;
  return (
    <section className="waterfall-details" aria-live="polite">
      <h4 className="flex flex-wrap items-center gap-2 font-semibold">
        <Status status={row.status} /> <bdi>{row.label}</bdi>
      </h4>
      {stored ? (
        <>
          <p className="text-xs text-faint">
            {joinFacts([
              formatMoment(stored.startedAt),
              formatDuration(stored.startedAt, stored.finishedAt),
              stored.attempt > 1 ? words.tries(stored.attempt) : null,
            ])}
          </p>
          {stored.errorMessage === null ? null : (
            <p className="problem">
              {stored.errorType === null ? null : <b>{stored.errorType} </b>}
              {stored.errorMessage}
            </p>
          )}
          <RowWork row={stored} />
          {stored.kind === 'node' && stored.nodeId !== null && tree.executionId === stored.executionId ? (
            <RerunFrom tree={tree} nodeId={stored.nodeId} />
          ) : null}
          <Identity row={stored} />
        </>
      ) : null}
    </section>
  );
}

function Identity({ row: { kind, executionId, callId } }: { row: Row }) {
  const words = STRINGS.runs.waterfall;
  return (
    <p className="flex flex-wrap items-center gap-2 text-xs">
      {kind === 'execution' ? (
        <a className="tap" href={formatRoute({ view: 'runs', executionId })}>
          {words.open}
        </a>
      ) : null}
      <CopyId id={kind === 'execution' ? executionId : (callId ?? executionId)} />
    </p>
  );
}

function RowWork({ row }: { row: Row }) {
  const { kind, executionId, nodeId, iteration, step, ordinal } = row;
  if (kind === 'node' && nodeId !== null)
    return <NodeValues {...{ executionId, nodeId }} iteration={iteration ?? ''} />;
  if ((kind === 'call' || kind === 'tool') && step !== null)
    return (
      <>
        <StepValues {...{ executionId, step, ordinal }} status={row.status} />
        {row.callId === null ? null : <CallActions callId={row.callId} />}
      </>
    );
  return row.detail === null ? null : <Value title={STRINGS.runs.inputs} text={row.detail} />;
}

function StepValues({
  executionId,
  step,
  ordinal,
  status,
}: {
  executionId: string;
  step: number;
  ordinal: number | null;
  status: string;
}) {
  const path = `/executions/${encodeURIComponent(executionId)}/steps/${step}`;
  const { value, error, reload } = useLoaded(`${path} ${status}`, (signal) =>
    get<StepWork>(path, { signal }),
  );
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={2} />;
  const tools = ordinal === null ? value.tools : value.tools.filter((tool) => tool.ordinal === ordinal);
  return (
    <>
      {ordinal !== null || value.text === null ? null : (
        <Value title={STRINGS.runs.outputs} text={value.text.text} isCut={value.text.isCut} />
      )}
      {tools.map((tool) => (
        <div key={tool.ordinal}>
          {ordinal === null ? (
            <p className="mt-2 font-medium">
              <code>{tool.name}</code>
            </p>
          ) : null}
          <Value title={STRINGS.runs.inputs} text={tool.input?.text} isCut={tool.input?.isCut} />
          <Value title={STRINGS.runs.outputs} text={tool.output?.text} isCut={tool.output?.isCut} />
        </div>
      ))}
    </>
  );
}

function NodeValues({
  executionId,
  nodeId,
  iteration,
}: {
  executionId: string;
  nodeId: string;
  iteration: string;
}) {
  const path = `/executions/${encodeURIComponent(executionId)}/nodes/${encodeURIComponent(nodeId)}`;
  const { value, error, reload } = useLoaded(path, (signal) => get<NodeWork>(path, { signal }));
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={2} />;
  const isOfItem = (of: { iteration: string }): boolean =>
    of.iteration === iteration || iteration.startsWith(`${of.iteration}.`) || of.iteration === '';
  return (
    <>
      {value.inputs.filter(isOfItem).map((input) => (
        <Value
          key={`${input.nodeId} ${input.iteration}`}
          title={`${STRINGS.runs.inputs} · ${input.nodeId || STRINGS.runs.start}`}
          text={input.value?.text}
          isCut={input.value?.isCut}
        />
      ))}
      {value.outputs
        .filter((output) => output.iteration === iteration)
        .map((output) => (
          <Value
            key={output.iteration}
            title={STRINGS.runs.outputs}
            text={output.value?.text}
            isCut={output.value?.isCut}
          />
        ))}
    </>
  );
}

function Value({
  title,
  text,
  isCut = false,
}: {
  title: string;
  text: string | undefined;
  isCut?: boolean | undefined;
}): ReactNode {
  if (text === undefined || text === '') return null;
  return (
    <figure className="mt-2">
      <figcaption className="text-xs font-medium text-soft">{title}</figcaption>
      <pre className="waterfall-value" tabIndex={0} aria-label={title} dir="auto">
        {isCut ? `${text}…` : text}
      </pre>
    </figure>
  );
}

function CallActions({ callId }: { callId: string }) {
  const [shown, setShown] = useState<'what-if' | 'why'>();
  const toggle = (name: 'what-if' | 'why'): void => setShown(shown === name ? undefined : name);
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button size="small" aria-expanded={shown === 'what-if'} onClick={() => toggle('what-if')}>
          {STRINGS.why.whatIf.title}
        </Button>
        <Button size="small" aria-expanded={shown === 'why'} onClick={() => toggle('why')}>
          {STRINGS.runs.waterfall.why}
        </Button>
      </p>
      {shown === undefined ? null : <CallContext callId={callId} isWhole={shown === 'why'} />}
    </>
  );
}

function CallContext({ callId, isWhole }: { callId: string; isWhole: boolean }) {
  const { value, error, reload } = useLoaded(callId, (signal) =>
    get<CallExplanation[]>(`/executions/${encodeURIComponent(callId)}/explanation`, { signal }),
  );
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={4} />;
  return value.map((call) =>
    isWhole ? (
      <CallView key={call.callId} call={call} calls={value} chat={undefined} isOpen />
    ) : (
      <WhatIf key={call.callId} call={call} />
    ),
  );
}
