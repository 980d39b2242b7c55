import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import { createLocalEmbedder, LOCAL } from './local/local-embedder.js';
import { listProviders, type ModelSettings } from './providers/providers.js';

export interface Embedder {
  /** Vectors of different models cannot be compared. */
  readonly model: string;
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}

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
    if (!embeddings) continue;
    const modelId = id.startsWith(`${name}:`) ? id.slice(name.length + 1) : '';
    if (modelId !== '') return { name, interface: embeddings, modelId };
    forms.push(`'${name}:<model>'`);
  }
  throw new Error(`Embedding model '${id}' is not of the form ${forms.join(' or ')}`);
}

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
