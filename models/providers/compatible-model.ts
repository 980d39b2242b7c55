import type { LanguageModelV3 } from '@ai-sdk/provider';
import { findReportedFacts } from '../reported-facts.js';
import { fetchChat } from './lenient-chat.js';
import { ThoughtWatch, withThoughts } from './with-thoughts.js';

interface CompatibleEndpoint {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export async function createCompatibleModel(
  modelId: string,
  { name, baseUrl, apiKey, headers }: CompatibleEndpoint,
): Promise<LanguageModelV3> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const id = `${name}:${modelId}`;
  const isStreamed = findReportedFacts('config', id).stream !== false;
  const watch = new ThoughtWatch();
  const provider = createOpenAICompatible({
    name,
    baseURL: baseUrl,
    apiKey: apiKey || undefined,
    headers,
    fetch: fetchChat,
    includeUsage: true,
    metadataExtractor: watch.extractor,
    transformRequestBody: (body) =>
      isStreamed ? body : { ...body, stream: undefined, stream_options: undefined },
    // If the endpoint rejects the schema, the call repeats without it.
    supportsStructuredOutputs: true,
    // Otherwise, the package would fetch pictures itself.
    supportedUrls: () => ({ 'image/*': [/^https?:/] }),
  });
  return withThoughts(provider.chatModel(modelId), { id, watch });
}
