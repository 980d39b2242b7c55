import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3FunctionTool,
  LanguageModelV3StreamPart,
} from '@ai-sdk/provider';

export const PROVIDERS = ['openai', 'openai-compatible'] as const;

export function providerModel(name: (typeof PROVIDERS)[number], baseUrl: string): LanguageModelV3 {
  if (name === 'openai') return createOpenAI({ baseURL: baseUrl, apiKey: 'sk-test' }).chat('m');
  return createOpenAICompatible({ name: 'local', baseURL: baseUrl, apiKey: 'sk-test', includeUsage: true })(
    'm',
  );
}

export const GREETING: LanguageModelV3CallOptions = {
  prompt: [{ role: 'user', content: [{ type: 'text', text: 'Hello there' }] }],
};

export const WEATHER_TOOL: LanguageModelV3FunctionTool = {
  type: 'function',
  name: 'weather',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

export async function collectParts(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions = GREETING,
): Promise<LanguageModelV3StreamPart[]> {
  const { stream } = await model.doStream(options);
  const parts: LanguageModelV3StreamPart[] = [];
  for await (const part of stream as unknown as AsyncIterable<LanguageModelV3StreamPart>) parts.push(part);
  return parts;
}

export function textOf(parts: readonly LanguageModelV3StreamPart[]): string {
  return parts.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('');
}

export function partOf<Type extends LanguageModelV3StreamPart['type']>(
  parts: readonly LanguageModelV3StreamPart[],
  type: Type,
): Extract<LanguageModelV3StreamPart, { type: Type }> | undefined {
  return parts.find((part): part is Extract<LanguageModelV3StreamPart, { type: Type }> => part.type === type);
}

export async function rejectionOf(promise: PromiseLike<unknown>): Promise<Error & Record<string, unknown>> {
  try {
    await promise;
  } catch (error) {
    return error as Error & Record<string, unknown>;
  }
  throw new Error('Expected a rejection');
}

export function isWholeAnswer(parts: readonly LanguageModelV3StreamPart[]): boolean {
  const reason = partOf(parts, 'finish')?.finishReason;
  const unexplained = reason?.unified === 'other' && reason.raw === undefined;
  return reason !== undefined && !unexplained && !parts.some((part) => part.type === 'error');
}
