import type { FlowDefinition } from '../../flow/definition.js';
import { isTrigger } from '../../flow/kinds/traits.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import { outerIterations } from '../../flow/scheduler/outer-iterations.js';
import type { Database } from '../../store/database.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { loadLineage } from '../../store/execution/load-lineage.js';
import { findLoopItem } from '../../store/nodes/loop-items.js';
import { loadNodeResults, type StoredNode } from '../../store/nodes/node-outputs.js';
import { loadThread } from '../../store/conversation/load-window.js';

/** All that templates, expressions and conditions see: `trigger`, `nodes`, `loop`, and nodes by their ids. */
export interface Scope extends Record<string, unknown> {
  nodes: Readonly<Record<string, unknown>>;
  /** Empty where nobody looks at it. */
  trigger: Partial<TriggerValues>;
  /** Absent outside of loops. */
  loop?: LoopValues;
}

/** The text an execution was started with, on whose behalf, and the data that came with it. */
export interface TriggerValues {
  text: string;
  user: string | null;
  /** Of a sub-execution that was given none: those of the nearest execution above that has some. */
  data: unknown;
  /** Workflow ID of the execution above; null: there is none. */
  parent_execution_id: string | null;
  /** On whose behalf, and by which channel of their conversation, the whole tree runs. */
  user_context: { user: string | null; channel: string | null };
}

/** The item that a node inside a loop runs for. */
interface LoopValues {
  item: unknown;
  index: number;
  total: number;
}

export interface ScopeInput {
  execution: ExecutionFacts;
  flow: FlowDefinition;
  /** The node that looks. */
  nodeId: string;
  iteration: string;
  /** Names that are looked at, so that nothing else is loaded; default: everything. */
  names?: readonly string[] | undefined;
}

/** Names below which all nodes are: which of them are read cannot be told beforehand. */
const ALL_NODES = ['nodes', 'node_outputs'];

/** Loads what a node looks at; outputs of its own loop's item come before those around it. */
export async function loadScope(db: Database, input: ScopeInput): Promise<Scope> {
  const { execution, flow, iteration, names } = input;
  const wants = (name: string): boolean => names === undefined || names.includes(name);
  const nodeIds =
    names === undefined || ALL_NODES.some((name) => names.includes(name))
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

/** Loads what an execution was started with, and what it takes over from those above it. */
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

/** Loads the text that an execution was started with. */
export async function loadTriggerText(
  db: Database,
  { conversationId, currentSeq: seq, input }: ExecutionFacts,
): Promise<string> {
  const [message] =
    conversationId === null || seq === null
      ? []
      : await loadThread(db, { conversationId, first: seq, last: seq });
  return message?.content ?? input ?? '';
}

function listTriggers({ nodes }: FlowDefinition): string[] {
  return nodes.flatMap(({ id, kind }) => (isTrigger(kind) ? [id] : []));
}

/** The outputs of nodes by their ids; of a node that ran in several iterations, the innermost one. */
function takeInnermost(rows: readonly StoredNode[]): Record<string, unknown> {
  const outwards = [...rows].sort((one, other) => countLevels(other.iteration) - countLevels(one.iteration));
  const outputs = new Map<string, unknown>();
  for (const { nodeId, output } of outwards) if (!outputs.has(nodeId)) outputs.set(nodeId, output);
  return Object.fromEntries(outputs);
}

function countLevels(iteration: string): number {
  return iteration === '' ? 0 : iteration.split('.').length;
}

/** Loads the item that a node inside a loop runs for. */
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
