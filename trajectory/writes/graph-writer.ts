import { z } from 'zod';
import { firstIssue } from '../../context/text/first-issue.js';
import { EDGE_TYPES, type EdgeType } from '../graph/edge-types.js';
import { automaticNumber } from '../graph/node-id.js';
import { isDataType, NODE_TYPES, type NodeType } from '../graph/node-types.js';
import { quoteText } from '../graph/quote-text.js';
import { TrajectoryError } from '../graph/trajectory-error.js';
import { TrajectoryGraph } from '../graph/trajectory-graph.js';
import type { JsonValue, TrajectoryOwner } from '../graph/trajectory-node.js';
import type { RoundSnapshot, TrajectoryView } from '../graph/trajectory-view.js';
import { addedPlace, formatPlace, type NodePlace } from '../graph/node-place.js';
import {
  MAX_TOUCHED_ATTRIBUTES,
  MAX_TOUCHED_DESCRIPTION,
  MAX_TOUCHED_NAME,
} from '../touched/touched-thing.js';
import type { AddedNode, AddOptions } from './trajectory-context.js';
import { MAX_WHY, MAX_WRITES, type NamedPlace, type TrajectoryWrite } from './trajectory-write.js';

const POINTER_MOVES = ['replace', 'add', 'remove'] as const;
const ADDED_NODE = z.strictObject({
  type: z.enum(NODE_TYPES as [NodeType, ...NodeType[]]).exclude(['Query']),
  label: z.string().optional(),
  description: z.string().max(MAX_TOUCHED_DESCRIPTION).optional(),
  attributes: z.record(z.string(), z.unknown()).optional(),
});
const ADD_OPTIONS = z.strictObject({
  after: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  edge: z.enum(EDGE_TYPES).optional(),
  pointer: z.enum(POINTER_MOVES).optional(),
});
const CHANGES = z.record(z.string(), z.unknown());
const WHY = z.strictObject({ why: z.string().max(MAX_WHY).optional() });

interface Writing {
  snapshot: RoundSnapshot;
  places: ReadonlyMap<string, NodePlace>;
  self: NodePlace;
}

/** A refused write throws and has no effect. */
export class GraphWriter {
  readonly writes: TrajectoryWrite[] = [];
  readonly #graph: TrajectoryGraph;
  readonly #places: Map<string, NodePlace>;
  readonly #self: { id: string; place: NodePlace };
  #added = 0;

  constructor({ snapshot, places, self }: Writing) {
    const id = [...places].find(([, place]) => formatPlace(place) === formatPlace(self))?.[0];
    if (id === undefined)
      throw new TrajectoryError('The call is not in its trajectory yet. Try again later.');
    this.#graph = TrajectoryGraph.restore(snapshot);
    this.#places = new Map(places);
    this.#self = { id, place: self };
  }

  get self(): string {
    return this.#self.id;
  }

  view(): TrajectoryView {
    const { nodes, edges, pointers, root } = this.#graph;
    return { nodes, edges, pointers, root };
  }

  add(given: AddedNode, options: AddOptions = {}): string {
    const node = parse(ADDED_NODE, given, 'A node is { type, label?, description?, attributes? }');
    const how = parse(ADD_OPTIONS, options, 'A node is added with { after?, edge?, pointer? }');
    this.#checkRoom();
    const { type, label, description } = node;
    if (label !== undefined && automaticNumber(type, label) !== undefined)
      throw new TrajectoryError(
        `Label ${quoteText(label)} is reserved for automatic labels. Give another, or none.`,
      );
    const attributes = checkSize(node.attributes);
    const name = isDataType(type) ? chooseName(type, { label, attributes }) : undefined;
    const after = [how.after ?? this.self].flat();
    for (const id of after) this.#checkPredecessor(id, type);
    const at = new Date().toISOString();
    const place = addedPlace(this.#self.place, this.#added + 1);
    const made = this.#graph.register({
      type,
      label: label ?? `+${this.#added + 1}`,
      description,
      attributes,
      createdAt: at,
      predecessors: after,
      edge: how.edge,
      pointer: how.pointer,
    });
    this.#added += 1;
    this.#places.set(made.id, place);
    this.writes.push({
      kind: 'add',
      node: { ...place, type },
      label,
      name,
      description: made.description ?? undefined,
      attributes: Object.keys(made.attributes).length === 0 ? undefined : made.attributes,
      after: [...new Set(after)].map((id) => this.#named(id)),
      edge: this.#edgeTo(made.id, after),
      pointer: how.pointer,
      at,
    });
    return made.id;
  }

  modify(id: string, changes: unknown, options: { why?: string } = {}): void {
    const values = parse(CHANGES, changes, 'Changes are values by attribute, or of description');
    const { why = null } = parse(WHY, options, 'A change is made with { why? }');
    this.#checkRoom();
    checkSize(values);
    if (typeof values['description'] === 'string' && values['description'].length > MAX_TOUCHED_DESCRIPTION)
      throw new TrajectoryError(`A description has at most ${MAX_TOUCHED_DESCRIPTION} characters.`);
    const before = this.#graph.node(id);
    const after = this.#graph.modify(id, values as Record<string, JsonValue>, { why });
    if (after === before) return;
    const asked = Object.keys(values).filter((name) => values[name] !== undefined);
    const now: Record<string, JsonValue> = { ...after.attributes, description: after.description };
    this.writes.push({
      kind: 'modify',
      node: this.#named(id),
      change: {
        key: `${formatPlace(this.#self.place)}/${this.writes.length + 1}`,
        values: Object.fromEntries(asked.map((name) => [name, now[name] ?? null])),
        why,
        at: new Date().toISOString(),
      },
    });
  }

  advance(to: string): void {
    this.#checkRoom();
    this.#graph.advance(to, { from: this.self });
    this.writes.push({ kind: 'advance', to: this.#named(to), from: this.#named(this.self) });
  }

  branch(from: string): void {
    this.#checkRoom();
    this.#graph.branch(from);
    this.writes.push({ kind: 'branch', from: this.#named(from) });
  }

  #checkRoom(): void {
    if (this.writes.length < MAX_WRITES) return;
    throw new TrajectoryError(
      `One call writes at most ${MAX_WRITES} times into the trajectory. Write what matters.`,
    );
  }

  /** Data may lead only to data: if it was touched again, another edge could close a cycle. */
  #checkPredecessor(id: string, type: NodeType): void {
    const before = this.#graph.node(id);
    if (isDataType(before.type) && !isDataType(type))
      throw new TrajectoryError(
        `'${id}' is a ${before.type}, and no branch continues from data. Add the ${type} after an Action or a State.`,
      );
  }

  #edgeTo(id: string, after: readonly string[]): EdgeType {
    const edge = this.#graph.edgeType(after[0] ?? '', id);
    if (!edge) throw new Error(`Nothing leads to '${id}'`);
    return edge;
  }

  #named(id: string): NamedPlace {
    const place = this.#places.get(id);
    if (!place) throw new Error(`Node '${id}' has no place`);
    return { ...place, type: this.#graph.node(id).type };
  }
}

/** Returns a graph with only the question and the node: its own work is recorded when it ends. */
export function ownWorkGraph(owner: TrajectoryOwner, self: NodePlace, at: string): Writing {
  const graph = new TrajectoryGraph(owner);
  const question = graph.register({ type: 'Query', createdAt: at });
  const action = graph.register({ type: 'Action', createdAt: at, predecessors: [question.id] });
  const places = new Map([
    [question.id, { step: self.step, ordinal: 0 }],
    [action.id, self],
  ]);
  return { snapshot: graph.snapshot(), places, self };
}

function parse<T>(schema: z.ZodType<T>, given: unknown, form: string): T {
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new TrajectoryError(`${form}: ${firstIssue(parsed.error, 'it')}`);
}

function checkSize(attributes: Record<string, unknown> | undefined): Record<string, JsonValue> {
  const length = JSON.stringify(attributes ?? {}).length;
  if (length > MAX_TOUCHED_ATTRIBUTES)
    throw new TrajectoryError(
      `The attributes have ${length} characters as JSON; at most ${MAX_TOUCHED_ATTRIBUTES} are kept: store the rest as an artifact`,
    );
  return (attributes ?? {}) as Record<string, JsonValue>;
}

/** Data is listed under this name. */
function chooseName(
  type: NodeType,
  { label, attributes }: { label: string | undefined; attributes: Record<string, unknown> },
): string {
  const name = [attributes['name'], attributes['path'], label].find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  if (name !== undefined && name.length <= MAX_TOUCHED_NAME) return name;
  throw new TrajectoryError(
    `A ${type} needs a label, or a name or path among its attributes, of at most ${MAX_TOUCHED_NAME} characters.`,
  );
}
