import type { FlowDefinition } from '../../flow/definition.js';
import { isTrigger } from '../../flow/kinds/traits.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import { outerIterations } from '../../flow/scheduler/outer-iterations.js';
import type { Database } from '../../store/database.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { loadLineage } from '../../store/execution/load-lineage.js';
import { findLoopItem } from '../../store/nodes/loop-items.js';
import { loadNodeResults, type StoredNode } from '../../store/nodes/node-outputs.js';
import { loadMessageRange } from '../../store/conversation/load-window.js';

export interface Scope extends Record<string, unknown> {
  nodes: Readonly<Record<string, unknown>>;
  trigger: Partial<TriggerValues>;
  loop?: LoopValues;
}

export interface TriggerValues {
  text: string;
  user: string | null;
  /** A sub-execution without data uses that of its nearest ancestor. */
  data: unknown;
  parent_execution_id: string | null;
  user_context: { user: string | null; channel: string | null };
}

interface LoopValues {
  item: unknown;
  index: number;
  total: number;
}

export interface ScopeInput {
  execution: ExecutionFacts;
  flow: FlowDefinition;
  nodeId: string;
  iteration: string;
  names?: readonly string[] | undefined;
}

/** If an expression contains one of these names, it may read any node. */
const ALL_NODES = ['nodes', 'node_outputs'];

export async function loadScope(db: Database, input: ScopeInput): Promise<Scope> {
  const { execution, flow, iteration, names } = input;
  const wants = (name: string): boolean => !names || names.includes(name);
  const nodeIds =
    !names || ALL_NODES.some((name) => names.includes(name))
      ? undefined
      : flow.nodes.map(({ id }) => id).filter((id) => names.includes(id));
  const results = await loadNodeResults(db, {
    executionId: execution.id,
    nodeIds,
    iterations: outerIterations(iteration),
  });
  const nodes = takeInnermost(results);
  const trigger = wants('trigger') || listTriggers(flow).some(wants) ? await loadTrigger(db, execution) : {};
  return {
    ...Object.fromEntries(listTriggers(flow).map((id) => [id, trigger])),
    ...nodes,
    ...(wants('loop') && iteration !== '' && { loop: await loadLoop(db, input) }),
    nodes,
    node_outputs: nodes,
    trigger,
  };
}

async function loadTrigger(db: Database, execution: ExecutionFacts): Promise<TriggerValues> {
  const { userId: user, data, channel } = execution;
  const lineage = execution.depth > 0 ? await loadLineage(db, execution.id) : undefined;
  return {
    text: await loadTriggerText(db, execution),
    user,
    data: data ?? lineage?.data ?? null,
    parent_execution_id: lineage?.parentExecutionId ?? null,
    user_context: { user, channel: lineage?.channel ?? channel },
  };
}

export async function loadTriggerText(
  db: Database,
  { conversationId, currentSeq: seq, input }: ExecutionFacts,
): Promise<string> {
  const [message] =
    conversationId === null || seq === null
      ? []
      : await loadMessageRange(db, { conversationId, first: seq, last: seq });
  return message?.content ?? input ?? '';
}

function listTriggers({ nodes }: FlowDefinition): string[] {
  return nodes.flatMap(({ id, kind }) => (isTrigger(kind) ? [id] : []));
}

function takeInnermost(rows: readonly StoredNode[]): Record<string, unknown> {
  const outwards = [...rows].sort((one, other) => countLevels(other.iteration) - countLevels(one.iteration));
  const outputs = new Map<string, unknown>();
  for (const { nodeId, output } of outwards) if (!outputs.has(nodeId)) outputs.set(nodeId, output);
  return Object.fromEntries(outputs);
}

function countLevels(iteration: string): number {
  return iteration === '' ? 0 : iteration.split('.').length;
}

async function loadLoop(
  db: Database,
  { execution, flow, nodeId, iteration }: ScopeInput,
): Promise<LoopValues | undefined> {
  const [, around = ''] = outerIterations(iteration);
  const index = Number(iteration.slice(around === '' ? 0 : around.length + 1));
  const loopId = findLoop(flow, nodeId);
  if (loopId === undefined) return undefined;
  const found = await findLoopItem(db, {
    executionId: execution.id,
    nodeId: loopId,
    iteration: around,
    position: index,
  });
  return found && { ...found, index };
}
