import { createRequire } from 'node:module';
import { EmbeddingQueue } from './embedding-queue.js';

/** The id by which the local model is asked for. */
export const LOCAL = 'local';
/** Vectors of other weights cannot be compared with those that are stored, so the id that is stored names the weights. */
const MODEL = 'local:universal-sentence-encoder-lite';

/** The model's packages: its runtime, its tokenizer and its weights. They are the project's to install, for their 30 MB. */
const PACKAGES = ['core', 'embeddings', 'model-embeddings-en'].map((name) => `@energetic-ai/${name}`);
/** The version that the weights of the model were measured with, and the only one that carries them. */
const VERSION = '0.2.0';

/** One thread a process: the weights take 100 MB, and a second thread would take the core of the first one's chats. */
const queue = new EmbeddingQueue();

/**
 * Makes an embedder whose model runs in this process, on a thread of its own, and asks nobody. English alone. A text of 110 words
 * takes some 60 ms. Throws a sentence where its packages are not installed.
 */
export function createLocalEmbedder() {
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length > 0)
    throw new Error(
      `Embedding model '${LOCAL}' needs ${missing.join(', ')}: run 'npm install ${PACKAGES.map((name) => `${name}@${VERSION}`).join(' ')}'`,
    );
  return {
    model: MODEL,
    embed: (texts: readonly string[], signal?: AbortSignal) => queue.embed(texts, signal),
  };
}

function isInstalled(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
