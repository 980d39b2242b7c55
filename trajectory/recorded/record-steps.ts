import { inferEdge } from '../graph/infer-edge.js';
import type { EdgeType } from '../graph/edge-types.js';
import { NODE_TYPES, type DataType, type NodeType } from '../graph/node-types.js';
import type { Touched } from '../touched/touched-thing.js';
import type { Attributes } from '../graph/trajectory-node.js';

/** A place in the trace of an execution, and of the node that represents what happened there. */
export interface NodePlace {
  step: number;
  /** 0: the model's words, or the question; from 1: tool calls; below 0: the things they touched. */
  ordinal: number;
}

/** One step of an agent. */
export interface RecordedStep {
  step: number;
  /** Tool calls that it asks for. */
  calls: number;
  /** The model said nothing beside its calls, so the step has no State: its calls follow from the step before. */
  isSilent?: boolean;
}

/** One tool call and the things it touched. */
export interface RecordedCall extends NodePlace {
  /** Its tool; null: a node's own work. */
  tool: string | null;
  touched: readonly Touched[];
}

/** A run of an agent as far as it is recorded. */
export interface RecordedRun {
  /** The step number of the run's question; its own steps come after it. */
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

export interface GrownNode extends NodePlace {
  type: NodeType;
  name?: string;
  description?: string;
  attributes?: Attributes;
}

export interface GrownEdge {
  from: NodePlace;
  to: NodePlace;
  type: EdgeType;
}

/** The nodes and edges that a run's graph gains, and where it then ends. */
export interface RunGrowth {
  nodes: readonly GrownNode[];
  edges: readonly GrownEdge[];
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
 * Turns the trace of a run into its graph: the question, a State for each step, an Action for each tool call, and the
 * things that the calls touched, each once a run. Undefined: there is nothing new. Steps that are recorded already give
 * the same nodes again, so writing them twice does no harm.
 */
export function recordSteps({ base, head, steps, calls, data }: RecordedRun): RunGrowth | undefined {
  const growing = new GrowingGraph(base, head);
  if (head === undefined) growing.addQuestion();
  for (const step of steps) growing.addStep(step);
  const known = new KnownData(data);
  for (const call of calls) growing.addTouched(call, known);
  return growing.growth();
}

/** The additions to a run's graph, collected step by step; the next step follows from the ends in `pointers`. */
class GrowingGraph {
  readonly #base: number;
  readonly #nodes: GrownNode[] = [];
  readonly #edges: GrownEdge[] = [];
  #pointers: readonly NodePlace[];
  #recordedThrough: number;

  constructor(base: number, head: RecordedRun['head']) {
    this.#base = base;
    this.#pointers = head?.pointers ?? [];
    this.#recordedThrough = head?.recordedThrough ?? base;
  }

  addQuestion(): void {
    const question = { step: this.#base, ordinal: 0 };
    this.#nodes.push({ ...question, type: 'Query' });
    this.#pointers = [question];
  }

  addStep({ step, calls, isSilent = false }: RecordedStep): void {
    if (!isSilent) this.#follow([{ step, ordinal: 0 }], 'State');
    if (calls > 0)
      this.#follow(
        Array.from({ length: calls }, (_, index) => ({ step, ordinal: index + 1 })),
        'Action',
      );
    this.#recordedThrough = step;
  }

  addTouched({ step, ordinal, tool, touched }: RecordedCall, known: KnownData): void {
    // There is one edge between two nodes: a thing that was read and written keeps the edge that says written.
    const types = new Map<NodePlace, EdgeType>();
    for (const thing of [...(tool === null ? [] : [{ type: 'Tool' as const, name: tool }]), ...touched]) {
      const place = known.find(thing) ?? this.#addThing(known.add(thing, step), thing);
      if (types.get(place) !== 'generates') types.set(place, chooseDataEdge(thing));
    }
    for (const [to, type] of types) this.#edges.push({ from: { step, ordinal }, to, type });
  }

  growth(): RunGrowth | undefined {
    if (this.#nodes.length + this.#edges.length === 0) return undefined;
    return {
      nodes: this.#nodes,
      edges: this.#edges,
      recordedThrough: this.#recordedThrough,
      pointers: this.#pointers,
    };
  }

  /** Adds nodes behind all pointers, which they replace. */
  #follow(places: readonly NodePlace[], type: 'State' | 'Action'): void {
    const edge = inferEdge(
      this.#pointers.map((place) => this.#typeAt(place)),
      type,
    );
    for (const place of places) {
      this.#nodes.push({ ...place, type });
      for (const from of this.#pointers) this.#edges.push({ from, to: place, type: edge });
    }
    this.#pointers = places;
  }

  #addThing(place: NodePlace, { type, name, description, attributes }: Touched): NodePlace {
    this.#nodes.push({ ...place, type, name, description, attributes });
    return place;
  }

  #typeAt({ step, ordinal }: NodePlace): NodeType {
    if (ordinal > 0) return 'Action';
    return step === this.#base ? 'Query' : 'State';
  }
}

/** The data nodes of a run by what they are, and the next free place in each step. */
class KnownData {
  readonly #places: Map<string, NodePlace>;
  readonly #lowest = new Map<number, number>();

  constructor(data: RecordedRun['data']) {
    this.#places = new Map(data.map((node) => [toKey(node), node]));
    for (const { step, ordinal } of data) this.#keepLowest(step, ordinal);
  }

  find(thing: Touched): NodePlace | undefined {
    return this.#places.get(toKey(thing));
  }

  /** Gives a thing the next place below those that its step has. */
  add(thing: Touched, step: number): NodePlace {
    const place = { step, ordinal: (this.#lowest.get(step) ?? 0) - 1 };
    this.#keepLowest(step, place.ordinal);
    this.#places.set(toKey(thing), place);
    return place;
  }

  #keepLowest(step: number, ordinal: number): void {
    this.#lowest.set(step, Math.min(this.#lowest.get(step) ?? 0, ordinal));
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

function toKey({ type, name }: { type: DataType; name: string }): string {
  return `${type} ${name}`;
}

function chooseDataEdge({ type, how }: Touched): EdgeType {
  return how === 'written' ? 'generates' : DATA_EDGES[type];
}
