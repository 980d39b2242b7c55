import { toDraft, type Draft } from './draft.js';

export const TYPED_HISTORY_TEXTS = 500;

export class TypedHistory {
  #newestFirst: readonly string[];
  #at = -1;
  #unsent = '';

  constructor(newestFirst: readonly string[]) {
    this.#newestFirst = newestFirst;
  }

  get newestFirst(): readonly string[] {
    return this.#newestFirst;
  }

  add(text: string): void {
    this.#at = -1;
    if (text.trim() === '') return;
    const others = this.#newestFirst.filter((known) => known !== text);
    this.#newestFirst = [text, ...others].slice(0, TYPED_HISTORY_TEXTS);
  }

  step(by: -1 | 1, { text }: Draft): Draft | undefined {
    const at = this.#at - by;
    const found = at === -1 ? this.#unsent : this.#newestFirst[at];
    if (at < -1 || found === undefined) return undefined;
    if (this.#at === -1) this.#unsent = text;
    this.#at = at;
    return toDraft(found);
  }
}
