import type { DataType } from '../graph/node-types.js';
import type { NodePlace } from './node-place.js';
import type { RecordedRun } from './recorded-run.js';

/** The data nodes of a run by what they are, and the next free place in each step. */
export class KnownData {
  readonly #places: Map<string, NodePlace>;
  readonly #lowest = new Map<number, number>();

  constructor(data: RecordedRun['data']) {
    this.#places = new Map(data.map((node) => [toKey(node), node]));
    for (const { step, ordinal } of data) this.#keepLowest(step, ordinal);
  }

  find(thing: { type: DataType; name: string }): NodePlace | undefined {
    return this.#places.get(toKey(thing));
  }

  /** Gives a thing the next place below those that its step has. */
  add(thing: { type: DataType; name: string }, step: number): NodePlace {
    const place = { step, ordinal: (this.#lowest.get(step) ?? 0) - 1 };
    this.#keepLowest(step, place.ordinal);
    this.#places.set(toKey(thing), place);
    return place;
  }

  #keepLowest(step: number, ordinal: number): void {
    this.#lowest.set(step, Math.min(this.#lowest.get(step) ?? 0, ordinal));
  }
}

function toKey({ type, name }: { type: DataType; name: string }): string {
  return `${type} ${name}`;
}
