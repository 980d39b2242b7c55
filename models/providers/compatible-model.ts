import type { LanguageModelV3 } from '@ai-sdk/provider';
import { findToldFacts } from '../facts/told-facts.js';
import { fetchChat } from './lenient-chat.js';
import { ThoughtWatch, withThoughts } from './with-thoughts.js';

/** Where an endpoint with OpenAI's chat completions is, and as whom it is called. */
interface CompatibleEndpoint {
  /** The name of its options in `providerOptions`. */
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Makes a model of an endpoint that speaks OpenAI's chat completions. */
export async function createCompatibleModel(
  modelId: string,
  { name, baseUrl, apiKey, headers }: CompatibleEndpoint,
): Promise<LanguageModelV3> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
  const id = `${name}:${modelId}`;
  const isStreamed = findToldFacts('config', id).stream !== false;
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
    // Sent to all: one that refuses the schema of an answer is asked again without.
    supportsStructuredOutputs: true,
    // Picture addresses go to the endpoint as they are; the package would otherwise fetch them from here.
    supportedUrls: () => ({ 'image/*': [/^https?:/] }),
  });
  return withThoughts(provider.chatModel(modelId), { id, watch });
}
