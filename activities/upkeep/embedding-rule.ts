import type { FlowDefinition } from '../../flow/definition.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import type { Embedder } from '../../models/embeddings.js';
import type { EmbeddingRule } from '../../store/passages/embedding-due.js';

export function embeddingRule(
  flow: FlowDefinition,
  embedder: Embedder | undefined,
): EmbeddingRule | undefined {
  const { messages, retrieval } = historySettings(flow);
  return !embedder || !retrieval ? undefined : { model: embedder.model, messages };
}
