import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import { createLocalEmbedder, LOCAL } from './local/local-embedder.js';
import { listProviders, type ModelSettings } from './providers/providers.js';

/** A model that turns texts into vectors. */
export interface Embedder {
  /** Its id `provider:model`: vectors of two models have nothing to do with each other. */
  readonly model: string;
  /** A vector for each text, in their order. Fails as the provider does; nothing is tried again. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/**
 * Makes an embedder of an id `provider:model`, of a provider that has embedding models, or of `local`, the model that runs in
 * this process. Throws a sentence for another provider, or for a missing key or package. The provider's package, and the
 * weights, are loaded at the first use.
 */
export function createEmbedder(id: string, settings: ModelSettings): Embedder {
  if (id === LOCAL) return createLocalEmbedder();
  const { name, interface: embeddings, modelId } = findInterface(id);
  const own = settings[name] ?? {};
  const missing = embeddings.describeMissing(own);
  if (missing !== undefined) throw new Error(`Embedding model '${id}' needs ${missing}`);
  let model: Promise<EmbeddingModelV3> | undefined;
  return {
    model: id,
    async embed(texts, signal) {
      model ??= embeddings.createModel(modelId, own);
      return embedInBatches(await model, texts, signal);
    },
  };
}

function findInterface(id: string) {
  const forms = [`'${LOCAL}'`];
  for (const [name, { embeddings }] of listProviders()) {
    if (embeddings === undefined) continue;
    const modelId = id.startsWith(`${name}:`) ? id.slice(name.length + 1) : '';
    if (modelId !== '') return { name, interface: embeddings, modelId };
    forms.push(`'${name}:<model>'`);
  }
  throw new Error(`Embedding model '${id}' is not of the form ${forms.join(' or ')}`);
}

/** One request after another, each with as many texts as the provider takes at once. */
async function embedInBatches(model: EmbeddingModelV3, texts: readonly string[], abortSignal?: AbortSignal) {
  const size = (await model.maxEmbeddingsPerCall) ?? texts.length;
  const vectors: (readonly number[])[] = [];
  for (let from = 0; from < texts.length; from += size) {
    const values = texts.slice(from, from + size);
    const { embeddings } = await model.doEmbed({ values, abortSignal });
    vectors.push(...embeddings);
  }
  return vectors;
}
