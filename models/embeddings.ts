import type { EmbeddingModelV3 } from '@ai-sdk/provider';
import { errorMessage } from '../protocol/error-message.js';
import { isOpenAiBaseUrl, OPENAI_BASE_URL } from './providers/openai-base-url.js';
import type { ModelRegistrySettings } from './registry.js';
import { withDeadline } from './stream/with-deadline.js';

/** A model that turns texts into vectors. */
export interface Embedder {
  /** Its id `provider:model`: vectors of two models have nothing to do with each other. */
  readonly model: string;
  /** A vector for each text, in their order. Fails as the provider does; nothing is tried again. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly (readonly number[])[]>;
}

/** The vector of a question, or why there is none. */
export type QuestionVector =
  { kind: 'embedded'; vector: readonly number[] } | { kind: 'failed'; reason: string };

/** A question waits no longer: words alone find most of what there is. */
export const QUESTION_DEADLINE_MS = 1_000;

/**
 * Makes an embedder of an id `openai:<model>`, which with a base URL of its own is any compatible endpoint. Throws a
 * sentence for other providers, or for a missing key. Packages are loaded at the first use.
 */
export function createEmbedder(id: string, settings: Pick<ModelRegistrySettings, 'openai'>): Embedder {
  const name = /^openai:(.+)$/.exec(id)?.[1];
  if (name === undefined) throw new Error(`Embedding model '${id}' is not of the form 'openai:<model>'`);
  const { apiKey, baseUrl } = settings.openai ?? {};
  if (!apiKey && (!baseUrl || isOpenAiBaseUrl(baseUrl)))
    throw new Error(`Embedding model '${id}' needs OPENAI_API_KEY, or OPENAI_BASE_URL for an own endpoint`);
  let model: Promise<EmbeddingModelV3> | undefined;
  return {
    model: id,
    async embed(texts, abortSignal) {
      model ??= openAiEmbedding(name, { apiKey, baseUrl });
      return embedInBatches(await model, texts, abortSignal);
    },
  };
}

/** Embeds a question within a second; whatever goes wrong is told and never thrown. */
export async function embedQuestion(
  embedder: Embedder,
  {
    text,
    signal,
    deadlineMs = QUESTION_DEADLINE_MS,
  }: { text: string; signal?: AbortSignal; deadlineMs?: number },
): Promise<QuestionVector> {
  const stop = new AbortController();
  const message = `Embedding model '${embedder.model}' did not answer within ${deadlineMs} ms`;
  try {
    const work = embedder.embed([text], stop.signal);
    const [vector] = await withDeadline(work, { signal, timeoutMs: deadlineMs, message });
    return vector === undefined || vector.length === 0
      ? { kind: 'failed', reason: `Embedding model '${embedder.model}' gave no vector` }
      : { kind: 'embedded', vector };
  } catch (error) {
    stop.abort();
    return { kind: 'failed', reason: errorMessage(error) };
  }
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

async function openAiEmbedding(
  name: string,
  { apiKey, baseUrl }: NonNullable<ModelRegistrySettings['openai']>,
): Promise<EmbeddingModelV3> {
  if (!baseUrl || isOpenAiBaseUrl(baseUrl)) {
    const { createOpenAI } = await import('@ai-sdk/openai');
    return createOpenAI({ ...(apiKey && { apiKey }), baseURL: baseUrl || OPENAI_BASE_URL }).embedding(name);
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  return createOpenAICompatible({
    name: 'openai',
    baseURL: baseUrl,
    ...(apiKey ? { apiKey } : {}),
  }).embeddingModel(name);
}
