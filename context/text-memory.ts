import { contentHash } from './content-hash.js';

/** Takes a text of ours and gives its hash. */
export type Remember = Pick<TextMemory, 'keep' | 'share'>;

/** The texts of ours that a manifest refers to by their hashes. */
export class TextMemory {
  /** Hashes with their texts, all of them. */
  readonly texts = new Map<string, string>();
  /** Hashes of the texts that are the same for all executions. */
  readonly shared = new Set<string>();
  readonly #own = new Set<string>();

  /** Notes a text that may hold what somebody said: it is stored with the execution. Returns its hash. */
  keep(text: string): string {
    const hash = this.#note(text);
    this.#own.add(hash);
    this.shared.delete(hash);
    return hash;
  }

  /** Notes a text that is the same for all executions, unless one like it was kept. Returns its hash. */
  share(text: string): string {
    const hash = this.#note(text);
    if (!this.#own.has(hash)) this.shared.add(hash);
    return hash;
  }

  /** The text of a hash. Throws where none was noted. */
  recall(hash: string): string {
    const text = this.texts.get(hash);
    if (text === undefined) throw new Error(`A manifest refers to the text '${hash}', which was not made`);
    return text;
  }

  #note(text: string): string {
    const hash = contentHash(text);
    this.texts.set(hash, text);
    return hash;
  }
}
