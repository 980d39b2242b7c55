import { contentHash } from './content-hash.js';

export type Remember = Pick<TextMemory, 'keep' | 'share'>;

export class TextMemory {
  readonly texts = new Map<string, string>();
  readonly shared = new Set<string>();
  readonly #own = new Set<string>();

  /** A text with user content is stored with the execution. */
  keep(text: string): string {
    const hash = this.#note(text);
    this.#own.add(hash);
    this.shared.delete(hash);
    return hash;
  }

  share(text: string): string {
    const hash = this.#note(text);
    if (!this.#own.has(hash)) this.shared.add(hash);
    return hash;
  }

  recall(hash: string): string {
    const text = this.texts.get(hash);
    if (text === undefined) throw new Error(`A manifest refers to the text '${hash}', which was not created`);
    return text;
  }

  #note(text: string): string {
    const hash = contentHash(text);
    this.texts.set(hash, text);
    return hash;
  }
}
