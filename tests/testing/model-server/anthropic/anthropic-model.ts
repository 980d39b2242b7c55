import type { LanguageModelV3, LanguageModelV3CallOptions } from '@ai-sdk/provider';
import {
  readStream,
  type ModelResponse,
  type ReadStreamInput,
} from '../../../../models/stream/read-stream.js';
import { createModelRegistry } from '../../../../models/model-registry.js';
import type { ModelServer } from '../../../../packages/testing/model-server/index.js';
import { GREETING } from '../provider-models.js';

export function anthropicModel(server: ModelServer, apiKey = 'sk-ant-test'): Promise<LanguageModelV3> {
  return createModelRegistry({ anthropic: { apiKey, baseUrl: server.baseUrl } }).resolve('anthropic:m');
}

export async function ask(
  server: ModelServer,
  options: Partial<LanguageModelV3CallOptions> = {},
  more: Partial<ReadStreamInput> = {},
): Promise<ModelResponse> {
  return readStream({
    model: await anthropicModel(server),
    options: { ...GREETING, maxOutputTokens: 100, ...options },
    ...more,
  });
}
