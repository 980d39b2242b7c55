import { numbersBeyond } from './automatic-numbers.js';
import { checkSnapshot } from './check-snapshot.js';
import { EdgeIndex } from './edge-index.js';
import type { EdgeType } from './edge-types.js';
import { checkEdgeType } from './known-types.js';
import { toNode, type NewNode } from './new-node.js';
import { automaticLabel, nodeId, parseNodeId } from './node-id.js';
import { isDataType, type NodeType } from './node-types.js';
import { changeNode, nodeAtVersion, type NodeChanges } from './node-versions.js';
import { checkOwner } from './owner.js';
import { TrajectoryError } from './trajectory-error.js';
import type { TrajectoryEdge, TrajectoryNode, TrajectoryOwner } from './trajectory-node.js';
import type { AutomaticNumbers, RoundSnapshot, TrajectoryView } from './trajectory-view.js';

/** An edge type is inferred if all predecessors have a type in `from`. */
const INFERRED: Partial<Record<NodeType, { from: readonly NodeType[]; edge: EdgeType }>> = {
  Action: { from: ['Query', 'State'], edge: 'triggers' },
  State: { from: ['Query', 'Action', 'State'], edge: 'has_conclusion' },
  Response: { from: ['Query', 'Action', 'State'], edge: 'has_response' },
};

/** An acyclic graph below one Query. A refused change throws and has no effect. Nodes are immutable. */
export class TrajectoryGraph implements TrajectoryView {
  readonly owner: TrajectoryOwner;
  readonly #nodes = new Map<string, TrajectoryNode>();
  readonly #edges: EdgeIndex;
  readonly #pointers: Set<string>;
  #root: string | null = null;
  #numbers: AutomaticNumbers;

  constructor(owner: TrajectoryOwner, { numbers = {} }: { numbers?: AutomaticNumbers } = {}) {
    checkOwner(owner);
    this.owner = { ...owner };
    this.#edges = new EdgeIndex();
    this.#pointers = new Set();
    this.#numbers = numbers;
  }

  static restore({ owner, nodes, edges, pointers, start, numbers }: RoundSnapshot): TrajectoryGraph {
    checkSnapshot({ owner, nodes, edges, pointers, start, numbers });
    const graph = new TrajectoryGraph(owner, { numbers: numbersBeyond(numbers, nodes) });
    for (const node of nodes) graph.#nodes.set(node.id, node);
    for (const edge of edges) graph.#edges.add(edge);
    for (const id of pointers) graph.#pointers.add(id);
    graph.#root = start;
    return graph;
  }

  snapshot(): RoundSnapshot {
    const { owner, nodes, edges, pointers, root, numbers } = this;
    return { owner, nodes, edges, pointers, start: root, numbers };
  }

  register(input: NewNode): TrajectoryNode {
    const node = toNode(input, { owner: this.owner, label: input.label ?? this.#nextLabel(input.type) });
    const predecessors = [...new Set(input.predecessors)];
    const edges = this.#edgesTo(node, { predecessors, edge: input.edge });
    this.#nodes.set(node.id, node);
    for (const edge of edges) this.#edges.add(edge);
    if (!isDataType(node.type)) this.#movePointers(node, { predecessors, pointer: input.pointer });
    if (node.type === 'Query') this.#root = node.id;
    this.#numbers = numbersBeyond(this.#numbers, [node]);
    return node;
  }

  /** Moves no pointer. Refuses a cycle and a second edge between two nodes. */
  connect({ from, to, type }: { from: string; to: string; type?: EdgeType }): TrajectoryEdge {
    const types = [this.node(from).type, this.node(to).type] as const;
    const existing = this.#edges.edgeType(from, to);
    if (existing && (type ?? existing) === existing) return { from, to, type: existing };
    if (existing) {
      throw new TrajectoryError(
        `'${from}' leads to '${to}' by '${existing}' already. Keep that, not '${type}'.`,
      );
    }
    if (to === this.#root || this.#edges.reachableFrom([to]).has(from)) {
      throw new TrajectoryError(
        `An edge from '${from}' to '${to}' would close a cycle. Connect to a later node.`,
      );
    }
    const edge = { from, to, type: type ?? inferEdge([types[0]], types[1]) };
    checkEdgeType(edge.type);
    this.#edges.add(edge);
    return edge;
  }

  modify(id: string, changes: NodeChanges, { why }: { why?: string | null } = {}): TrajectoryNode {
    const changed = changeNode(this.node(id), changes, why);
    this.#nodes.set(id, changed);
    return changed;
  }

  /**
   * The predecessors get the pointer and the successors that only this node leads to. Refuses the Query while
   * other nodes exist.
   */
  remove(id: string): void {
    this.node(id);
    if (id === this.#root && this.#nodes.size > 1) {
      throw new TrajectoryError(`'${id}' is the round's Query. Remove the other nodes first.`);
    }
    const predecessors = this.#edges.predecessors(id);
    const left = this.#edges.edgesFrom(id).filter(({ to }) => this.#edges.predecessors(to).length === 1);
    this.#edges.removeNode(id);
    this.#nodes.delete(id);
    for (const edge of left) for (const from of predecessors) this.#edges.add({ ...edge, from });
    if (this.#pointers.delete(id)) for (const end of this.#branchEnds(predecessors)) this.#pointers.add(end);
    if (id === this.#root) this.#root = null;
  }

  /**
   * Drops pointers before the node and after `from`, whose branch is abandoned unless the node is on it.
   * Refuses data nodes.
   */
  advance(to: string, { from }: { from?: string } = {}): void {
    this.#checkBranchEnd(to);
    const behind = from === undefined ? [] : this.#edges.reachableFrom([this.node(from).id]);
    for (const id of [...this.#edges.leadingTo([to]), ...behind]) this.#pointers.delete(id);
    this.#pointers.add(to);
  }

  /** Throws for a data node. */
  branch(from: string): void {
    this.#checkBranchEnd(from);
    this.#pointers.add(from);
  }

  /** Removes these nodes' pointers. If none is left, the predecessors get one. */
  abandon(ids: readonly string[]): void {
    const abandoned = ids.filter((id) => this.#pointers.delete(this.node(id).id));
    if (this.#pointers.size > 0) return;
    const before = abandoned.flatMap((id) => this.#edges.predecessors(id));
    for (const end of this.#branchEnds(before)) this.#pointers.add(end);
  }

  stateAt(id: string, version: number): TrajectoryNode {
    return nodeAtVersion(this.node(id), version);
  }

  dataReachableFrom(id: string): TrajectoryNode[] {
    const reached = [...this.#edges.reachableFrom([this.node(id).id])].map((other) => this.node(other));
    return reached.filter((node) => node.id !== id && isDataType(node.type));
  }

  get nodes(): TrajectoryNode[] {
    return [...this.#nodes.values()];
  }

  get edges(): TrajectoryEdge[] {
    return this.#edges.all();
  }

  get pointers(): string[] {
    return [...this.#pointers];
  }

  get root(): string | null {
    return this.#root;
  }

  get numbers(): AutomaticNumbers {
    return { ...this.#numbers };
  }

  has(id: string): boolean {
    return this.#nodes.has(id);
  }

  node(id: string): TrajectoryNode {
    const node = this.#nodes.get(id);
    if (node) return node;
    parseNodeId(id);
    throw new TrajectoryError(`Node '${id}' is unknown in round ${this.owner.round}. Register it first.`);
  }

  edgeType(from: string, to: string): EdgeType | undefined {
    return this.#edges.edgeType(from, to);
  }

  #nextLabel(type: NodeType): string {
    let number = this.#numbers[type] ?? 0;
    // Skips numbers in use, because a chosen label may look automatic.
    while (this.#nodes.has(nodeId(type, automaticLabel(type, number)))) number += 1;
    return automaticLabel(type, number);
  }

  #edgesTo(
    { id, type }: TrajectoryNode,
    { predecessors, edge }: { predecessors: readonly string[]; edge: EdgeType | undefined },
  ): TrajectoryEdge[] {
    if (this.#nodes.has(id)) throw new TrajectoryError(`Node '${id}' already exists. Give another label.`);
    if (type === 'Query') {
      if (this.#root !== null)
        throw new TrajectoryError(`'${id}' is a second Query. The round has '${this.#root}'.`);
      if (predecessors.length > 0)
        throw new TrajectoryError(`'${id}' has a predecessor. Begin the round with it.`);
      return [];
    }
    if (this.#root === null)
      throw new TrajectoryError(`'${id}' has no Query before it. Register the query first.`);
    if (predecessors.length === 0)
      throw new TrajectoryError(`'${id}' has no predecessor. Name at least one.`);
    const types = predecessors.map((from) => this.node(from).type);
    const edgeType = edge ?? inferEdge(types, type);
    checkEdgeType(edgeType);
    return predecessors.map((from) => ({ from, to: id, type: edgeType }));
  }

  #movePointers(
    { id, type }: TrajectoryNode,
    { predecessors, pointer = 'replace' }: { predecessors: readonly string[]; pointer?: NewNode['pointer'] },
  ): void {
    if (pointer !== 'add') for (const from of predecessors) this.#pointers.delete(from);
    if (type === 'Query' || pointer !== 'remove') this.#pointers.add(id);
  }

  #checkBranchEnd(id: string): void {
    const { type } = this.node(id);
    if (!isDataType(type)) return;
    throw new TrajectoryError(
      `'${id}' is a ${type}, and no branch continues from data. Name a State, Action or Response.`,
    );
  }

  #branchEnds(ids: readonly string[]): string[] {
    const isData = (id: string): boolean => isDataType(this.node(id).type);
    const above = new Set(ids);
    for (const id of above) if (isData(id)) for (const from of this.#edges.predecessors(id)) above.add(from);
    return [...above].filter((id) => !isData(id));
  }
}

export function inferEdge(predecessorTypes: readonly NodeType[], type: NodeType): EdgeType {
  const [first, ...others] = new Set(predecessorTypes);
  const inferred = INFERRED[type];
  if (inferred && first && others.length === 0 && inferred.from.includes(first)) return inferred.edge;
  const from = [first, ...others].join(' and ') || 'nothing';
  throw new TrajectoryError(`The edge type of ${from} -> '${type}' cannot be inferred. Give the edge type.`);
}
