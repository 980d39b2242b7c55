import type { EdgeType } from './edge-types.js';
import type { TrajectoryEdge } from './trajectory-node.js';

/** The edges of a graph, found from both ends; at most one leads from a node to another. */
export class EdgeIndex {
  readonly #edges = new Map<string, TrajectoryEdge>();
  readonly #successors = new Map<string, Set<string>>();
  readonly #predecessors = new Map<string, Set<string>>();

  constructor(edges: Iterable<TrajectoryEdge> = []) {
    for (const edge of edges) this.add(edge);
  }

  /** Adds an edge; where one leads between the two already, it stays as it is. */
  add(edge: TrajectoryEdge): void {
    const key = keyOf(edge.from, edge.to);
    if (this.#edges.has(key)) return;
    this.#edges.set(key, edge);
    setOf(this.#successors, edge.from).add(edge.to);
    setOf(this.#predecessors, edge.to).add(edge.from);
  }

  /** Removes the edges from and to a node. */
  removeNode(id: string): void {
    for (const to of this.successors(id)) {
      this.#edges.delete(keyOf(id, to));
      this.#predecessors.get(to)?.delete(id);
    }
    for (const from of this.predecessors(id)) {
      this.#edges.delete(keyOf(from, id));
      this.#successors.get(from)?.delete(id);
    }
    this.#successors.delete(id);
    this.#predecessors.delete(id);
  }

  /** In the order in which they were added. */
  all(): TrajectoryEdge[] {
    return [...this.#edges.values()];
  }

  typeOf(from: string, to: string): EdgeType | undefined {
    return this.#edges.get(keyOf(from, to))?.type;
  }

  successors(id: string): readonly string[] {
    return [...(this.#successors.get(id) ?? [])];
  }

  predecessors(id: string): readonly string[] {
    return [...(this.#predecessors.get(id) ?? [])];
  }

  edgesFrom(id: string): TrajectoryEdge[] {
    return this.successors(id).flatMap((to) => this.#edges.get(keyOf(id, to)) ?? []);
  }

  isLeaf(id: string): boolean {
    return (this.#successors.get(id)?.size ?? 0) === 0;
  }

  /** The nodes given and all that they lead to. */
  reachableFrom(ids: Iterable<string>): Set<string> {
    return closure(ids, this.#successors);
  }

  /** The nodes given and all that lead to them. */
  leadingTo(ids: Iterable<string>): Set<string> {
    return closure(ids, this.#predecessors);
  }

  /** Whether edges lead round in a circle somewhere. */
  hasCycle(): boolean {
    const waiting = new Map([...this.#predecessors].map(([id, from]) => [id, from.size]));
    const free = [...this.#successors.keys()].filter((id) => !waiting.get(id));
    let passed = 0;
    for (const id of free) {
      for (const to of this.#successors.get(id) ?? []) {
        passed += 1;
        const left = (waiting.get(to) ?? 0) - 1;
        waiting.set(to, left);
        if (left === 0) free.push(to);
      }
    }
    return passed < this.#edges.size;
  }
}

function closure(ids: Iterable<string>, neighbours: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const found = new Set(ids);
  // A set hands out what is added to it while it is walked.
  for (const id of found) for (const next of neighbours.get(id) ?? []) found.add(next);
  return found;
}

function setOf(sets: Map<string, Set<string>>, id: string): Set<string> {
  const known = sets.get(id);
  if (known) return known;
  const made = new Set<string>();
  sets.set(id, made);
  return made;
}

/** Ids have no line breaks. */
function keyOf(from: string, to: string): string {
  return `${from}\n${to}`;
}
