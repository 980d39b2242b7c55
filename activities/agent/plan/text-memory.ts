import { contentHash } from '../../../context/content-hash.js';

/** The texts of ours that a manifest refers to by their hashes. */
export interface TextMemory {
  /** Hashes with their texts, all of them. */
  readonly texts: ReadonlyMap<string, string>;
  /** Hashes of those that are the same for all executions. */
  readonly shared: ReadonlySet<string>;
  /** Notes a text that may hold what somebody said: it is stored with the execution. */
  keep(text: string): string;
  /** Notes a text that is the same for all. */
  share(text: string): string;
}

/** An empty memory. */
export function createTextMemory(): TextMemory {
  const texts = new Map<string, string>();
  const shared = new Set<string>();
  const own = new Set<string>();
  const note = (text: string): string => {
    const hash = contentHash(text);
    texts.set(hash, text);
    return hash;
  };
  return {
    texts,
    shared,
    keep(text) {
      const hash = note(text);
      own.add(hash);
      shared.delete(hash);
      return hash;
    },
    share(text) {
      const hash = note(text);
      if (!own.has(hash)) shared.add(hash);
      return hash;
    },
  };
}
