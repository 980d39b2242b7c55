import type { EdgeType } from '../graph/edge-types.js';
import type { DataType } from '../graph/node-types.js';
import type { TrajectoryGraph } from '../graph/trajectory-graph.js';
import type { TrajectoryEdge } from '../graph/trajectory-node.js';
import type { Touched } from '../touched/touched-thing.js';
import type { NamedPlace, NodeChange, TrajectoryWrite } from '../writes/trajectory-write.js';
import { actionAt, NO_TIME, restoreEnd, toId } from './end-of-run.js';
import { findOrigin } from './knowledge-reference.js';
import { formatPlace, type NodePlace } from '../graph/node-place.js';
import type { GrownNode, RecordedCall, RecordedRun, RecordedStep, RunGrowth } from './recorded-run.js';

const DATA_EDGES: Record<DataType, EdgeType> = {
  Knowledge: 'find_relevant_knowledge',
  Tool: 'find_relevant_tool',
  Table: 'find_relevant_data',
  Column: 'find_relevant_data',
  File: 'find_relevant_data',
  Script: 'has_script',
  Skill: 'find_relevant_tool',
};

/** Needs no description, because the offered tools have one. */
const OWN_DESCRIPTION = '';

export class GrowingRun {
  readonly #graph: TrajectoryGraph;
  readonly #base: number;
  readonly #data: KnownData;
  readonly #added: ReadonlySet<string>;
  readonly #before: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> };
  readonly #rows = new Map<string, GrownNode>();
  readonly #changes = new Map<string, { place: NodePlace; changes: NodeChange[] }>();
  #recordedThrough: number;
  #failed: string[] = [];
  #refused: string[] = [];

  constructor(run: RecordedRun) {
    this.#graph = restoreEnd(run);
    this.#base = run.base;
    this.#data = new KnownData(run.data);
    this.#added = new Set((run.added ?? []).map(formatPlace));
    this.#before = {
      nodes: new Set(this.#graph.nodes.map(({ id }) => id)),
      edges: new Set(this.#graph.edges.map(edgeKey)),
    };
    this.#recordedThrough = run.head?.recordedThrough ?? run.base;
  }

  addQuestion(given: readonly Touched[] = []): void {
    const question = { step: this.#base, ordinal: 0, type: 'Query' } as const;
    this.#add(question, { after: [] });
    this.#addNew(given, question);
  }

  /** Skips things that were sent before or found by a tool. */
  #addNew(things: readonly Touched[], from: NamedPlace): void {
    for (const thing of things) {
      if (this.#data.find(thing)) continue;
      const { type, name, description, attributes } = thing;
      const place = { ...this.#data.add(thing, from.step), type };
      const edge = type === 'File' ? 'has_additional_file' : DATA_EDGES[type];
      this.#add(place, { after: [toId(from)], edge }, { name, description, attributes });
    }
  }

  /** If this step has no calls, the previous step's failed calls stay. */
  addStep({ step, calls, isSilent = false, sent }: RecordedStep): void {
    this.#graph.abandon(calls > 0 ? this.#failed : this.#refused);
    this.#failed = [];
    this.#refused = [];
    if (!isSilent)
      this.#add({ step, ordinal: 0, type: 'State' }, { after: this.#graph.pointers, edge: 'has_conclusion' });
    if (sent)
      this.#addNew(
        sent.things,
        sent.withQuestion
          ? { step: this.#base, ordinal: 0, type: 'Query' }
          : { step, ordinal: 0, type: 'State' },
      );
    const after = this.#graph.pointers;
    for (let ordinal = 1; ordinal <= calls; ordinal += 1)
      this.#add(actionAt({ step, ordinal }), { after, edge: 'triggers' });
    this.#recordedThrough = step;
  }

  addTouched({ step, ordinal, tool, touched, failed, refused }: RecordedCall): void {
    if (failed) this.#failed.push(toId(actionAt({ step, ordinal })));
    if (refused) this.#refused.push(toId(actionAt({ step, ordinal })));
    // A thing both written and read gets the edge `generates`.
    const edges = new Map<string, { place: NamedPlace; thing: Touched; edge: EdgeType }>();
    for (const thing of [...(tool === null ? [] : [{ type: 'Tool' as const, name: tool }]), ...touched]) {
      const place = { ...(this.#data.find(thing) ?? this.#data.add(thing, step)), type: thing.type };
      const known = edges.get(toId(place));
      if (!known) edges.set(toId(place), { place, thing, edge: chooseDataEdge(thing) });
      else if (known.edge !== 'generates') known.edge = chooseDataEdge(thing);
    }
    const from = toId(actionAt({ step, ordinal }));
    for (const { place, thing, edge } of edges.values()) {
      const { name, attributes } = thing;
      const description = thing.name === tool && thing.type === 'Tool' ? OWN_DESCRIPTION : thing.description;
      if (this.#graph.has(toId(place))) this.#graph.connect({ from, to: toId(place), type: edge });
      else this.#add(place, { after: [from], edge }, { name, description, attributes });
    }
  }

  has(places: readonly NamedPlace[]): boolean {
    return places.every((place) => this.#graph.has(toId(place)));
  }

  write(write: TrajectoryWrite): void {
    switch (write.kind) {
      case 'add': {
        const { node, after, edge, pointer, label, name, description, attributes, at } = write;
        const row = { label, name, description, attributes, createdAt: at };
        return this.#add(node, { after: after.map(toId), edge, pointer }, row);
      }
      case 'modify': {
        const key = formatPlace(write.node);
        const known = this.#changes.get(key) ?? { place: write.node, changes: [] };
        known.changes.push(write.change);
        return void this.#changes.set(key, known);
      }
      case 'advance':
        return this.#graph.advance(toId(write.to), { from: toId(write.from) });
      case 'branch':
        return this.#graph.branch(toId(write.from));
    }
  }

  growth(): RunGrowth | undefined {
    const nodes = this.#graph.nodes.flatMap(({ id }) => this.#rows.get(id) ?? []);
    const edges = this.#graph.edges.filter((edge) => !this.#before.edges.has(edgeKey(edge)));
    if (nodes.length + edges.length + this.#changes.size === 0) return undefined;
    return {
      nodes,
      edges: edges.map(({ from, to, type }) => ({ from: toPlace(from), to: toPlace(to), type })),
      changes: [...this.#changes.values()].map(({ place: { step, ordinal }, changes }) => ({
        step,
        ordinal,
        changes,
      })),
      recordedThrough: this.#recordedThrough,
      pointers: this.#graph.pointers.map(toPlace),
    };
  }

  #add(
    { type, step, ordinal }: NamedPlace,
    how: { after: readonly string[]; edge?: EdgeType; pointer?: 'replace' | 'add' | 'remove' },
    row: Partial<GrownNode> = {},
  ): void {
    const label = formatPlace({ step, ordinal });
    const { after: predecessors, edge, pointer } = how;
    const { id } = this.#graph.register({ type, label, createdAt: NO_TIME, predecessors, edge, pointer });
    if (!this.#added.has(label)) this.#rows.set(id, { step, ordinal, type, ...row });
  }
}

function chooseDataEdge({ type, how }: Touched): EdgeType {
  return how === 'written' ? 'generates' : DATA_EDGES[type];
}

function edgeKey({ from, to }: TrajectoryEdge): string {
  return `${from} ${to}`;
}

function toPlace(id: string): NodePlace {
  const [step = 0, ordinal = 0] = id
    .slice(id.indexOf('(') + 1, -1)
    .split('.')
    .map(Number);
  return { step, ordinal };
}

type KnownThing = Pick<Touched, 'type' | 'name' | 'attributes'>;

class KnownData {
  readonly #places: Map<string, NodePlace>;
  readonly #lowest = new Map<number, number>();

  constructor(data: RecordedRun['data']) {
    this.#places = new Map(data.map((node) => [toKey(node), node]));
    for (const { step, ordinal } of data) this.#keepLowest(step, ordinal);
  }

  find(thing: KnownThing): NodePlace | undefined {
    return this.#places.get(toKey(thing));
  }

  add(thing: KnownThing, step: number): NodePlace {
    const place = { step, ordinal: (this.#lowest.get(step) ?? 0) - 1 };
    this.#keepLowest(step, place.ordinal);
    this.#places.set(toKey(thing), place);
    return place;
  }

  #keepLowest(step: number, ordinal: number): void {
    this.#lowest.set(step, Math.min(this.#lowest.get(step) ?? 0, ordinal));
  }
}

function toKey({ type, name, attributes }: KnownThing): string {
  return `${type} ${String(findOrigin(attributes))} ${name}`;
}
