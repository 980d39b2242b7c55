import type { EdgeType } from './edge-types.js';
import type { TrajectoryEdge } from './trajectory-node.js';

export class EdgeIndex {
  readonly #edges = new Map<string, TrajectoryEdge>();
  readonly #successors = new Map<string, Set<string>>();
  readonly #predecessors = new Map<string, Set<string>>();

  constructor(edges: Iterable<TrajectoryEdge> = []) {
    for (const edge of edges) this.add(edge);
  }

  add(edge: TrajectoryEdge): void {
    const key = toKey(edge.from, edge.to);
    if (this.#edges.has(key)) return;
    this.#edges.set(key, edge);
    getOrAddSet(this.#successors, edge.from).add(edge.to);
    getOrAddSet(this.#predecessors, edge.to).add(edge.from);
  }

  removeNode(id: string): void {
    for (const to of this.successors(id)) {
      this.#edges.delete(toKey(id, to));
      this.#predecessors.get(to)?.delete(id);
    }
    for (const from of this.predecessors(id)) {
      this.#edges.delete(toKey(from, id));
      this.#successors.get(from)?.delete(id);
    }
    this.#successors.delete(id);
    this.#predecessors.delete(id);
  }

  all(): TrajectoryEdge[] {
    return [...this.#edges.values()];
  }

  edgeType(from: string, to: string): EdgeType | undefined {
    return this.#edges.get(toKey(from, to))?.type;
  }

  successors(id: string): readonly string[] {
    return [...(this.#successors.get(id) ?? [])];
  }

  predecessors(id: string): readonly string[] {
    return [...(this.#predecessors.get(id) ?? [])];
  }

  edgesFrom(id: string): TrajectoryEdge[] {
    return this.successors(id).flatMap((to) => this.#edges.get(toKey(id, to)) ?? []);
  }

  isLeaf(id: string): boolean {
    return (this.#successors.get(id)?.size ?? 0) === 0;
  }

  reachableFrom(ids: Iterable<string>): Set<string> {
    return closure(ids, this.#successors);
  }

  leadingTo(ids: Iterable<string>): Set<string> {
    return closure(ids, this.#predecessors);
  }

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
  // The loop also visits ids that it adds.
  for (const id of found) for (const next of neighbours.get(id) ?? []) found.add(next);
  return found;
}

function getOrAddSet(sets: Map<string, Set<string>>, id: string): Set<string> {
  const known = sets.get(id);
  if (known) return known;
  const made = new Set<string>();
  sets.set(id, made);
  return made;
}

/** A line break separates the ids, which contain none. */
function toKey(from: string, to: string): string {
  return `${from}\n${to}`;
}
