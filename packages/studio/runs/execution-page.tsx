import { useState, lazy, Suspense } from 'react';
import { showUnseen } from '../../../protocol/unseen-characters.js';
import type { ExecutionTree } from '../../../views/execution.js';
import { get, isRefusal, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { ApprovalList } from '../approvals/approval-list.js';
import { lazyView } from '../lazy-view.js';
import { CopyId } from '../parts/copy-id.js';
import { Crumbs } from '../parts/crumbs.js';
import { formatCost, formatDuration, formatNumber, joinFacts } from '../parts/format.js';
import { Page } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { RelativeTime } from '../parts/relative-time.js';
import { Status } from '../parts/status.js';
import { STRINGS } from '../strings.js';
import { useOwner } from '../use-route.js';
import { useTitle } from '../use-title.js';
import { FullHeight } from '../parts/full-height.js';
import { WaterfallView } from './waterfall.js';
import { TreeItem, type NodePlace } from './execution-tree.js';
import { NodeFacts } from './node-facts.js';
import { Queues } from './queues.js';
import { RerunSource, Reruns } from './rerun.js';
import { RerunFrom } from './rerun-from.js';
import { RunActions } from './run-actions.js';
import { useWaterfall } from './use-waterfall.js';
import { LabeledCalls } from '../why/calls.js';
import type { ModelCallView } from '../../../views/call.js';
import { findCauses, findInnermostFailure, withCalls } from './find-causes.js';

const AgentTrajectory = lazyView(async () => (await import('./trajectory.js')).AgentTrajectory);

const POLL_MS = 2_000;

export function ExecutionPage({ executionId }: { executionId: string }) {
  const path = `/executions/${encodeURIComponent(executionId)}`;
  const { value, error, reload } = useLoaded(
    executionId,
    (signal) => get<ExecutionTree[]>(`${path}/tree`, { signal }),
    { everyMs: POLL_MS },
  );
  const waterfall = useWaterfall(executionId);
  const hasNoUser = useOwner() === '';
  const run = value?.[0];
  const title = showUnseen(waterfall.rows[0]?.detail?.trim() ?? '') || (run?.flow ?? executionId);
  useTitle(title);
  const isRunning = value?.some(({ finishedAt }) => finishedAt === null) === true;
  return (
    <Page
      className="work"
      title={
        <Crumbs parent={STRINGS.runs.title} to={{ view: 'runs', executionId: undefined }}>
          <bdi>{title}</bdi>
        </Crumbs>
      }
      actions={run && <RunActions run={run} isFixed={hasNoUser} {...{ isRunning }} onCancel={reload} />}
    >
      {run ? <RunFacts run={run} /> : null}
      <CopyId id={executionId} />
      {run ? (
        <>
          <RerunSource executionId={executionId} />
          <Reruns run={run} />
        </>
      ) : null}
      {hasNoUser ? <p className="hint">{STRINGS.runs.noUser}</p> : null}
      {error ? <Problem error={error} retry={isRefusal(error) ? undefined : reload} /> : null}
      {isRunning ? <ApprovalList execution={executionId} /> : null}
      {run ? <WaterfallView loaded={waterfall} tree={run} /> : null}
      {value ? <Nodes trees={value} /> : null}
      {isRunning ? <Queues executionId={executionId} /> : null}
      {run ? (
        <Suspense fallback={<p className="hint">{STRINGS.loading}</p>}>
          <AgentTrajectory executionId={executionId} status={run.status} />
        </Suspense>
      ) : null}
      {value ? (
        <>
          <h3>{STRINGS.runs.explain}</h3>
          <LabeledCalls executionId={executionId} rows={waterfall.rows} />
        </>
      ) : null}
    </Page>
  );
}

function RunFacts({ run }: { run: Wire<ExecutionTree> }) {
  const { flow, status, createdAt, finishedAt, inputTokens, cost } = run;
  return (
    <p className="run-facts flex flex-wrap items-center gap-x-3 text-sm text-faint">
      <Status status={status} /> {flow} <RelativeTime at={createdAt} isInText />
      <span>
        {joinFacts([
          formatDuration(createdAt, finishedAt),
          STRINGS.runs.tokensIn(formatNumber(inputTokens)),
          cost === null ? null : formatCost(cost),
        ])}
      </span>
    </p>
  );
}

function Nodes({ trees }: { trees: readonly Wire<ExecutionTree>[] }) {
  const [selected, setSelected] = useState<NodePlace>();
  const shown = trees.flatMap(allIn).find((one) => one.executionId === selected?.executionId) ?? trees[0];
  const node = shown?.nodes.find(({ nodeId }) => nodeId === selected?.nodeId);
  return (
    <>
      {shown ? (
        <ExecutionGraph
          tree={shown}
          selected={node?.nodeId}
          onSelect={(nodeId) => setSelected({ executionId: shown.executionId, nodeId })}
        />
      ) : null}
      {!shown || !node ? null : (
        <>
          <NodeFacts executionId={shown.executionId} node={node} />
          <RerunFrom tree={shown} nodeId={node.nodeId} />
        </>
      )}
      {trees.map((tree) =>
        tree.errorMessage === null ? null : <CauseChain key={tree.executionId} tree={tree} />,
      )}
      <h3>{STRINGS.runs.below}</h3>
      <ul className="tree">
        {trees.map((tree) => (
          <TreeItem key={tree.executionId} tree={tree} selected={selected} onSelect={setSelected} />
        ))}
      </ul>
    </>
  );
}

function allIn(tree: Wire<ExecutionTree>): Wire<ExecutionTree>[] {
  return [tree, ...tree.children.flatMap(allIn)];
}

function CauseChain({ tree }: { tree: Wire<ExecutionTree> }) {
  const { executionId } = findInnermostFailure(tree);
  const { value: calls = [] } = useLoaded(`${executionId} ${tree.status}`, (signal) =>
    get<ModelCallView[]>(`/executions/${encodeURIComponent(executionId)}/calls`, { signal }),
  );
  const causes = withCalls(findCauses(tree), { executionId, calls });
  return (
    <section>
      <h3>{STRINGS.runs.causes}</h3>
      <ol className="causes">
        {causes.map(({ place, type, message }) => (
          <li key={`${place} ${message}`}>
            <small>{place}</small>
            <p className="problem">
              {type === null ? null : <b>{type} </b>}
              {message}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const FlowGraph = lazy(() => import('../parts/flow-graph.js'));

function ExecutionGraph({
  tree,
  selected,
  onSelect,
}: {
  tree: Wire<ExecutionTree>;
  selected: string | undefined;
  onSelect: (nodeId: string) => void;
}) {
  const nodes = tree.nodes.map(({ nodeId: id, kind, label, status }) => ({
    id,
    kind,
    label: label ?? undefined,
    status,
  }));
  return (
    <FullHeight className="execution-graph" title={STRINGS.flows.graph(tree.flow)}>
      <Suspense fallback={<p className="hint">{STRINGS.loading}</p>}>
        <FlowGraph
          flow={{ nodes, edges: tree.edges }}
          label={STRINGS.flows.graph(tree.flow)}
          selected={selected}
          onSelect={onSelect}
        />
      </Suspense>
    </FullHeight>
  );
}
