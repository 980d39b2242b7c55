import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModelV3, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import type { ModelMessage } from '@ai-sdk/provider-utils';
import { toPrompt } from '../../../models/stream/to-prompt.js';

export const WIRE_GRAMMARS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type WireGrammar = (typeof WIRE_GRAMMARS)[number];

const LOOK_UP: LanguageModelV3FunctionTool = {
  type: 'function',
  name: 'look_up',
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
};

export async function wireBody(
  grammar: WireGrammar,
  messages: readonly ModelMessage[],
): Promise<Record<string, unknown>> {
  let body: string | undefined;
  const settings = {
    apiKey: 'sk-test',
    fetch: (_url: unknown, init?: RequestInit) => {
      body = String(init?.body);
      return Promise.reject(new Error('Not sent'));
    },
  };
  const model: LanguageModelV3 = {
    'openai-chat': () => createOpenAI(settings).chat('gpt-4o'),
    'openai-responses': () => createOpenAI(settings).responses('gpt-4o'),
    anthropic: () => createAnthropic(settings)('claude-sonnet-4-5'),
    gemini: () => createGoogleGenerativeAI(settings)('gemini-2.5-flash'),
  }[grammar]();
  try {
    await model.doGenerate({ prompt: toPrompt({ messages }), tools: [LOOK_UP] });
  } catch (error) {
    if (body === undefined) throw error;
  }
  return JSON.parse(body ?? '{}') as Record<string, unknown>;
}
