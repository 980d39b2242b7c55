import { inferEdge } from '../graph/infer-edge.js';
import type { EdgeType } from '../graph/edge-types.js';
import { NODE_TYPES, type DataType, type NodeType } from '../graph/node-types.js';
import type { Touched } from '../touched/touched-thing.js';
import type { Attributes } from '../graph/trajectory-node.js';

/** A place in the trace of an execution, and of the node that stands for what is there. */
export interface NodePlace {
  step: number;
  /** 0: what the model said, or the question; 1 and up: tool calls; below 0: what they touched. */
  ordinal: number;
}

/** What was said in a step. */
export interface RecordedStep {
  step: number;
  /** Tool calls that it asks for. */
  calls: number;
  /** Nobody concluded anything: the calls follow from what there was. */
  isSilent?: boolean;
}

/** What one tool call touched. */
export interface RecordedCall extends NodePlace {
  /** Its tool; null: a node's own work. */
  tool: string | null;
  touched: readonly Touched[];
}

/** A run of an agent as far as it is recorded. */
export interface RecordedRun {
  /** What the run's first step comes after: the place of its question. */
  base: number;
  /** Absent: nothing is recorded yet. */
  head?: { recordedThrough: number; pointers: readonly NodePlace[] };
  /** Steps after that, oldest first. */
  steps: readonly RecordedStep[];
  /** Calls of the last recorded step and of those after it. */
  calls: readonly RecordedCall[];
  /** Data nodes of the run, as far as they are recorded. */
  data: readonly (NodePlace & { type: DataType; name: string })[];
}

export interface NewNode extends NodePlace {
  type: NodeType;
  name?: string;
  description?: string;
  attributes?: Attributes;
}

export interface NewEdge {
  from: NodePlace;
  to: NodePlace;
  type: EdgeType;
}

/** What a run's graph gains. */
export interface RunGrowth {
  nodes: readonly NewNode[];
  edges: readonly NewEdge[];
  recordedThrough: number;
  pointers: readonly NodePlace[];
}

const DATA_EDGES: Record<DataType, EdgeType> = {
  Knowledge: 'find_relevant_knowledge',
  Tool: 'find_relevant_tool',
  Table: 'find_relevant_data',
  Column: 'find_relevant_data',
  File: 'find_relevant_data',
  Script: 'has_script',
  Skill: 'find_relevant_tool',
};

/**
 * The trace of a run as its graph: the question, a conclusion a step, an action a tool call, and what the calls
 * touched, each thing once a run. Undefined: there is nothing new. What it gives for steps that are recorded already
 * is the same again, so writing it twice does no harm.
 */
export function recordSteps({ base, head, steps, calls, data }: RecordedRun): RunGrowth | undefined {
  const nodes: NewNode[] = [];
  const edges: NewEdge[] = [];
  let pointers = head?.pointers ?? [];
  let recordedThrough = head?.recordedThrough ?? base;
  if (head === undefined) {
    const question = { step: base, ordinal: 0 };
    nodes.push({ ...question, type: 'Query' });
    pointers = [question];
  }
  for (const { step, calls: asked, isSilent } of steps) {
    if (isSilent !== true) {
      const state = { step, ordinal: 0 };
      nodes.push({ ...state, type: 'State' });
      connect(pointers, state, 'State');
      pointers = [state];
    }
    const actions = Array.from({ length: asked }, (_, index) => ({ step, ordinal: index + 1 }));
    for (const action of actions) {
      nodes.push({ ...action, type: 'Action' });
      connect(pointers, action, 'Action');
    }
    if (actions.length > 0) pointers = actions;
    recordedThrough = step;
  }
  touch();
  return nodes.length + edges.length === 0 ? undefined : { nodes, edges, recordedThrough, pointers };

  function connect(from: readonly NodePlace[], to: NodePlace, type: NodeType): void {
    const edge = inferEdge(
      from.map((place) => typeAt(place, base)),
      type,
    );
    for (const place of from) edges.push({ from: place, to, type: edge });
  }

  function touch(): void {
    const known = new Map(data.map((node) => [keyOf(node), node as NodePlace]));
    const lowest = new Map<number, number>();
    for (const { step, ordinal } of data) lowest.set(step, Math.min(lowest.get(step) ?? 0, ordinal));
    for (const { step, ordinal, tool, touched } of calls) {
      // One edge between two: of a thing that was read and written, what is left of it is that it was written.
      const types = new Map<NodePlace, EdgeType>();
      for (const thing of [...(tool === null ? [] : [{ type: 'Tool' as const, name: tool }]), ...touched]) {
        const key = keyOf(thing);
        let place = known.get(key);
        if (place === undefined) {
          place = { step, ordinal: (lowest.get(step) ?? 0) - 1 };
          lowest.set(step, place.ordinal);
          known.set(key, place);
          nodes.push({ ...place, ...toData(thing) });
        }
        if (types.get(place) !== 'generates') types.set(place, dataEdge(thing));
      }
      for (const [to, type] of types) edges.push({ from: { step, ordinal }, to, type });
    }
  }
}

/** Counts of nodes by the place of their types in `NODE_TYPES`. */
export function countTypes(nodes: readonly { type: NodeType }[]): number[] {
  const counts = NODE_TYPES.map(() => 0);
  for (const { type } of nodes) {
    const index = NODE_TYPES.indexOf(type);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

function typeAt({ step, ordinal }: NodePlace, base: number): NodeType {
  if (ordinal > 0) return 'Action';
  return step === base ? 'Query' : 'State';
}

function keyOf({ type, name }: { type: DataType; name: string }): string {
  return `${type} ${name}`;
}

function toData({ type, name, description, attributes }: Touched) {
  return {
    ...{ type, name },
    ...(description !== undefined && { description }),
    ...(attributes !== undefined && { attributes }),
  };
}

function dataEdge({ type, how }: Touched): EdgeType {
  return how === 'written' ? 'generates' : DATA_EDGES[type];
}
