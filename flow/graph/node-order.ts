import type { Graph } from './graph.js';
import { mapFollowers, mapPredecessors } from './neighbours.js';

/** Returns nodes in the order in which they can run. Nodes on or after a cycle come last. */
export function nodeOrder(definition: Graph): readonly string[] {
  const followers = mapFollowers(definition);
  const ids = [...followers.keys()];
  const place = new Map(ids.map((id, index) => [id, index]));
  const waitsFor = new Map([...mapPredecessors(definition)].map(([id, before]) => [id, before.length]));
  const ready = ids.filter((id) => waitsFor.get(id) === 0);
  const order = new Set<string>();
  for (let id = ready.shift(); id !== undefined; id = ready.shift()) {
    order.add(id);
    for (const next of followers.get(id) ?? []) {
      const left = (waitsFor.get(next) ?? 0) - 1;
      waitsFor.set(next, left);
      if (left === 0) insert(ready, next, place);
    }
  }
  return [...order, ...ids.filter((id) => !order.has(id))];
}

function insert(ready: string[], id: string, place: ReadonlyMap<string, number>): void {
  const own = place.get(id) ?? 0;
  const behind = ready.findIndex((other) => (place.get(other) ?? 0) > own);
  ready.splice(behind === -1 ? ready.length : behind, 0, id);
}
