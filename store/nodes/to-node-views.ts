import { readTraits, repeats } from '../../flow/kinds/traits.js';
import { chooseTrigger } from '../../flow/graph/choose-trigger.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { nodeOrder } from '../../flow/graph/node-order.js';
import { reachableFrom } from '../../flow/graph/reachable-from.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import { isFinal, type ExecutionStatus, type NodeStatus } from '../../flow/execution/execution-status.js';
import type { LoopProgress } from './loop-progress.js';
import type { NodeTotals } from './node-totals.js';
import type { NodeUsage } from './node-usage.js';
import type { WaitedTime } from './waited-times.js';
import type { NodeView } from '../../views/execution.js';

export interface ExecutionRows {
  flow: FlowDefinition;
  status: ExecutionStatus;
  isTurn: boolean;
  triggerId: string | null;
  totals: readonly Omit<NodeTotals, 'executionId'>[];
  usage: readonly Omit<NodeUsage, 'executionId'>[];
  loops: readonly Omit<LoopProgress, 'executionId'>[];
  /** How long nodes had an open question. */
  waits: readonly Pick<WaitedTime, 'nodeId' | 'waitedMs'>[];
}

export function toNodeViews(facts: ExecutionRows): NodeView[] {
  const { flow } = facts;
  const byId = new Map(flow.nodes.map((node) => [node.id, node]));
  const trigger = chooseTrigger(flow, facts);
  const onTheWay = trigger === undefined ? new Set<string>() : reachableFrom(flow, trigger);
  return nodeOrder(flow).flatMap((id) => {
    const node = byId.get(id);
    if (!node) return [];
    return [toView(facts, { node, isFired: id === trigger, isOnTheWay: onTheWay.has(id) })];
  });
}

interface Place {
  node: FlowNode;
  isFired: boolean;
  isOnTheWay: boolean;
}

function toView(facts: ExecutionRows, place: Place): NodeView {
  const { id: nodeId, kind, label = null } = place.node;
  const own = facts.totals.find((row) => row.nodeId === nodeId);
  const used = facts.usage.find((row) => row.nodeId === nodeId);
  const loop = facts.loops.find((row) => row.nodeId === nodeId);
  const loopId = findLoop(facts.flow, nodeId) ?? null;
  const status = own ? toStatus(facts, { own, loopId }) : statusWithoutRun(facts, place);
  const { waits = false } = readTraits(kind);
  const elapsedMs = Math.round(own?.elapsedMs ?? 0) + measureMissedMs(own, used);
  const asked = facts.waits.find((row) => row.nodeId === nodeId);
  const waitedMs = waits ? elapsedMs : Math.min(elapsedMs, Math.round(asked?.waitedMs ?? 0));
  return {
    nodeId,
    kind,
    label,
    status,
    loopId,
    runs: own?.runs ?? 0,
    failedRuns: own?.failed ?? 0,
    items: repeats(kind) && own ? countItems(loop, status) : null,
    startedAt: own?.startedAt ?? null,
    finishedAt: own?.finishedAt ?? null,
    durationMs: elapsedMs - waitedMs,
    waitedMs,
    modelCalls: used?.modelCalls ?? 0,
    inputTokens: used?.inputTokens ?? 0,
    outputTokens: used?.outputTokens ?? 0,
    cost: used ? used.cost : '0',
    unpricedCalls: used?.unpricedCalls ?? 0,
    errorType: own?.errorType ?? null,
    errorMessage: own?.errorMessage ?? null,
  };
}

function statusWithoutRun({ status }: ExecutionRows, { isFired, isOnTheWay }: Place): NodeStatus {
  if (isFired) return 'success';
  if (isFinal(status) || !isOnTheWay) return 'skipped';
  return 'pending';
}

function toStatus(
  { totals, status }: ExecutionRows,
  { own, loopId }: { own: Omit<NodeTotals, 'executionId'>; loopId: string | null },
): NodeStatus {
  if (own.waiting > 0) return 'waiting';
  const loop = totals.find(({ nodeId }) => nodeId === loopId);
  // Between two items, an unfinished loop has no open run, but is open.
  const isLoopOpen = !isFinal(status) && loop !== undefined && loop.finishedAt === null;
  if (own.running > 0 || isLoopOpen) return 'running';
  if (own.failed > 0) return 'failed';
  return own.cancelled > 0 ? 'cancelled' : 'success';
}

/** Adds the time before a failed node's row, which starts only at the failure. */
function measureMissedMs(
  own: Omit<NodeTotals, 'executionId'> | undefined,
  used: Omit<NodeUsage, 'executionId'> | undefined,
): number {
  if (own?.runs !== 1 || !used) return 0;
  return Math.max(0, own.startedAt.getTime() - used.firstCallAt.getTime());
}

function countItems(
  loop: Omit<LoopProgress, 'executionId'> | undefined,
  status: NodeStatus,
): NonNullable<NodeView['items']> {
  const total = loop?.total ?? 0;
  // Without a node that leads back to the loop, finished items are known only at its end.
  return { done: status === 'success' ? total : Math.min(loop?.done ?? 0, total), total };
}
