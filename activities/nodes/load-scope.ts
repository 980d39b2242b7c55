import type { FlowDefinition } from '../../flow/definition.js';
import { isTrigger } from '../../flow/kinds/traits.js';
import { findLoop } from '../../flow/graph/find-loop.js';
import { outerIterations } from '../../flow/scheduler/outer-iterations.js';
import type { Database } from '../../store/database.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { findLoopItem } from '../../store/nodes/loop-items.js';
import { loadNodeResults, type StoredNode } from '../../store/nodes/node-outputs.js';
import { loadThread } from '../../store/conversation/load-window.js';

/** What templates, expressions and conditions see: `trigger`, `nodes`, `loop`, and nodes by their ids. */
export interface Scope extends Record<string, unknown> {
  nodes: Readonly<Record<string, unknown>>;
  trigger: unknown;
  loop?: unknown;
}

export interface ScopeInput {
  execution: ExecutionFacts;
  flow: FlowDefinition;
  /** The node that looks. */
  nodeId: string;
  iteration: string;
  /** Names that are looked at, so that nothing else is loaded; default: everything. */
  names?: readonly string[];
}

/** Names under which all nodes are to be had: which of them cannot be told from outside. */
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
    ...{ executionId: execution.id, nodeIds },
    iterations: outerIterations(iteration),
  });
  const nodes = innermost(results);
  const trigger = wants('trigger') || triggersOf(flow).some(wants) ? await loadTrigger(db, execution) : {};
  return {
    ...Object.fromEntries(triggersOf(flow).map((id) => [id, trigger])),
    ...nodes,
    ...(wants('loop') && iteration !== '' && { loop: await loadLoop(db, input) }),
    nodes,
    node_outputs: nodes,
    trigger,
  };
}

/** The text an execution was started with, and whatever came with it. */
export async function loadTrigger(
  db: Database,
  execution: ExecutionFacts,
): Promise<{ text: string; user: string | null; data: unknown }> {
  const { conversationId, currentSeq: seq, userId: user } = execution;
  const [message] =
    conversationId === null || seq === null
      ? []
      : await loadThread(db, { conversationId, first: seq, last: seq });
  return { text: message?.content ?? execution.input ?? '', user, data: execution.data ?? null };
}

function triggersOf({ nodes }: FlowDefinition): string[] {
  return nodes.flatMap(({ id, kind }) => (isTrigger(kind) ? [id] : []));
}

/** What nodes gave by their ids; of a node that ran in several iterations, the innermost. */
function innermost(rows: readonly StoredNode[]): Record<string, unknown> {
  const outwards = [...rows].sort((one, other) => depthOf(other.iteration) - depthOf(one.iteration));
  const outputs = new Map<string, unknown>();
  for (const { nodeId, output } of outwards) if (!outputs.has(nodeId)) outputs.set(nodeId, output);
  return Object.fromEntries(outputs);
}

function depthOf(iteration: string): number {
  return iteration === '' ? 0 : iteration.split('.').length;
}

/** The item that a node inside a loop runs for. */
async function loadLoop(
  db: Database,
  { execution, flow, nodeId, iteration }: ScopeInput,
): Promise<{ item: unknown; index: number; total: number } | undefined> {
  const [, around = ''] = outerIterations(iteration);
  const index = Number(iteration.slice(around === '' ? 0 : around.length + 1));
  const loopId = findLoop(flow, nodeId);
  if (loopId === undefined) return undefined;
  const found = await findLoopItem(db, {
    ...{ executionId: execution.id, nodeId: loopId, iteration: around },
    position: index,
  });
  return found && { ...found, index };
}
