import { numbersBeyond } from './automatic-numbers.js';
import { checkSnapshot } from './check-snapshot.js';
import { EdgeIndex } from './edge-index.js';
import type { EdgeType } from './edge-types.js';
import { inferEdge } from './infer-edge.js';
import { checkEdgeType } from './known-types.js';
import { toNode, type NewNode } from './new-node.js';
import { automaticLabel, nodeId, parseNodeId } from './node-id.js';
import { isDataType, type NodeType } from './node-types.js';
import { changeNode, nodeAtVersion, type NodeChanges } from './node-versions.js';
import { checkOwner } from './owner.js';
import { TrajectoryError } from './trajectory-error.js';
import type { TrajectoryEdge, TrajectoryNode, TrajectoryOwner } from './trajectory-node.js';
import type { AutomaticNumbers, RoundSnapshot, TrajectoryView } from './trajectory-view.js';

/**
 * The trajectory of one agent in one round: a Query and the nodes that follow from it, without circles. A method that
 * refuses throws a `TrajectoryError` and changes nothing. Nodes are immutable: a change makes a new one.
 */
export class TrajectoryGraph implements TrajectoryView {
  readonly owner: TrajectoryOwner;
  readonly #nodes = new Map<string, TrajectoryNode>();
  readonly #edges: EdgeIndex;
  readonly #pointers: Set<string>;
  #root: string | null = null;
  #numbers: AutomaticNumbers;

  /** An empty round, whose automatic labels begin at the numbers given. */
  constructor(owner: TrajectoryOwner, { numbers = {} }: { numbers?: AutomaticNumbers } = {}) {
    checkOwner(owner);
    this.owner = { ...owner };
    this.#edges = new EdgeIndex();
    this.#pointers = new Set();
    this.#numbers = numbers;
  }

  /** Makes the graph of a snapshot again. Throws where the snapshot breaks the rules (`checkSnapshot`). */
  static restore({ owner, nodes, edges, pointers, start, numbers }: RoundSnapshot): TrajectoryGraph {
    checkSnapshot({ owner, nodes, edges, pointers, start, numbers });
    const graph = new TrajectoryGraph(owner, { numbers: numbersBeyond(numbers, nodes) });
    for (const node of nodes) graph.#nodes.set(node.id, node);
    for (const edge of edges) graph.#edges.add(edge);
    for (const id of pointers) graph.#pointers.add(id);
    graph.#root = start;
    return graph;
  }

  /** The round as it is stored. */
  snapshot(): RoundSnapshot {
    const { owner, nodes, edges, pointers, root, numbers } = this;
    return { owner, nodes, edges, pointers, start: root, numbers };
  }

  /** Adds a node behind its predecessors and moves the pointers. */
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

  /**
   * Adds an edge between two nodes and moves no pointer; returns the edge that is there already. Refuses a second type
   * of edge between the same two nodes, and an edge that would close a circle.
   */
  connect({ from, to, type }: { from: string; to: string; type?: EdgeType }): TrajectoryEdge {
    const types = [this.node(from).type, this.node(to).type] as const;
    const existing = this.#edges.edgeType(from, to);
    if (existing !== undefined && (type ?? existing) === existing) return { from, to, type: existing };
    if (existing !== undefined) {
      throw new TrajectoryError(
        `'${from}' leads to '${to}' by '${existing}' already. Keep that, not '${type}'.`,
      );
    }
    if (to === this.#root || this.#edges.reachableFrom([to]).has(from)) {
      throw new TrajectoryError(
        `An edge from '${from}' to '${to}' would close a circle. Lead to a later node.`,
      );
    }
    const edge = { from, to, type: type ?? inferEdge([types[0]], types[1]) };
    checkEdgeType(edge.type);
    this.#edges.add(edge);
    return edge;
  }

  /** Gives a node new values; the old values of those that differ become its next version, with why they were replaced. */
  modify(id: string, changes: NodeChanges, { why }: { why?: string | null } = {}): TrajectoryNode {
    const changed = changeNode(this.node(id), changes, why);
    this.#nodes.set(id, changed);
    return changed;
  }

  /**
   * Removes a node and its edges. Nodes that then have no predecessor are connected to the predecessors of the removed
   * one, by the same type of edge; its pointer moves back to them. Refuses the Query while another node is there.
   */
  remove(id: string): void {
    this.node(id);
    if (id === this.#root && this.#nodes.size > 1) {
      throw new TrajectoryError(`'${id}' is what the round begins with. Remove the other nodes first.`);
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
   * Moves a branch on to a node that is there: the pointers that lead to it make way, and so do those behind `from`,
   * whose branch is abandoned where the node is not on it. Refuses a data node.
   */
  advance(to: string, { from }: { from?: string } = {}): void {
    this.#checkBranchEnd(to);
    const behind = from === undefined ? [] : this.#edges.reachableFrom([this.node(from).id]);
    for (const id of [...this.#edges.leadingTo([to]), ...behind]) this.#pointers.delete(id);
    this.#pointers.add(to);
  }

  /** Begins a further active branch at a node that is there, beside all others. Refuses a data node. */
  branch(from: string): void {
    this.#checkBranchEnd(from);
    this.#pointers.add(from);
  }

  /** Ends branches without a result: they are no pointers any more. Where no pointer is left, what led to them is. */
  abandon(ids: readonly string[]): void {
    const abandoned = ids.filter((id) => this.#pointers.delete(this.node(id).id));
    if (this.#pointers.size > 0) return;
    const before = abandoned.flatMap((id) => this.#edges.predecessors(id));
    for (const end of this.#branchEnds(before)) this.#pointers.add(end);
  }

  /** A node as it was after so many changes; 0: as registered. */
  stateAt(id: string, version: number): TrajectoryNode {
    return nodeAtVersion(this.node(id), version);
  }

  /** The data nodes that a node leads to, directly or through other nodes. */
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

  /** A node of this round. Throws a `TrajectoryError` for an id that is malformed or unknown. */
  node(id: string): TrajectoryNode {
    const node = this.#nodes.get(id);
    if (node) return node;
    parseNodeId(id);
    throw new TrajectoryError(`Node '${id}' is unknown in round ${this.owner.round}. Register it first.`);
  }

  /** The type of the edge from one node to another; undefined: none leads there. */
  edgeType(from: string, to: string): EdgeType | undefined {
    return this.#edges.edgeType(from, to);
  }

  #nextLabel(type: NodeType): string {
    let number = this.#numbers[type] ?? 0;
    // Somebody may have chosen a label that looks automatic, with a number too long to count on from.
    while (this.#nodes.has(nodeId(type, automaticLabel(type, number)))) number += 1;
    return automaticLabel(type, number);
  }

  #edgesTo(
    { id, type }: TrajectoryNode,
    { predecessors, edge }: { predecessors: readonly string[]; edge: EdgeType | undefined },
  ): TrajectoryEdge[] {
    if (this.#nodes.has(id)) throw new TrajectoryError(`Node '${id}' is there already. Give another label.`);
    if (type === 'Query') {
      if (this.#root !== null)
        throw new TrajectoryError(`'${id}' is a second Query. '${this.#root}' is the round's.`);
      if (predecessors.length > 0)
        throw new TrajectoryError(`'${id}' has a predecessor. Begin the round with it.`);
      return [];
    }
    if (this.#root === null)
      throw new TrajectoryError(`'${id}' has no Query before it. Register the query first.`);
    if (predecessors.length === 0)
      throw new TrajectoryError(`'${id}' has no predecessor. Name one at least.`);
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
      `'${id}' is a ${type}, and no branch goes on from data. Name a State, Action or Response.`,
    );
  }

  /** Finds the nodes where branches end. No branch ends in a data node: its predecessors are taken instead. */
  #branchEnds(ids: readonly string[]): string[] {
    const isData = (id: string): boolean => isDataType(this.node(id).type);
    const above = new Set(ids);
    for (const id of above) if (isData(id)) for (const from of this.#edges.predecessors(id)) above.add(from);
    return [...above].filter((id) => !isData(id));
  }
}
