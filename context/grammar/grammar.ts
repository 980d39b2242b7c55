/** The message grammars of providers: what each of them accepts as a list of messages. */
export const GRAMMARS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type Grammar = (typeof GRAMMARS)[number];

const BY_PROVIDER: readonly (readonly [provider: RegExp, Grammar])[] = [
  [/^openai-responses$/, 'openai-responses'],
  [/^anthropic$/, 'anthropic'],
  [/^(?:gemini|google|google-.*|vertex|vertex-.*)$/, 'gemini'],
  [/^openai$/, 'openai-chat'],
];

/**
 * The grammar that a model is spoken to in: by the provider before its name (`anthropic:` or `anthropic/`),
 * else by the name (`claude...`, `gemini...`), else OpenAI's chat completions, which most endpoints speak.
 */
export function findGrammar(model: string): Grammar {
  const [, provider = '', name = ''] = /^(?:([^:/]*)[:/])?(.*)$/s.exec(model.trim().toLowerCase()) ?? [];
  const known = BY_PROVIDER.find(([pattern]) => pattern.test(provider));
  if (known !== undefined) return known[1];
  if (name.startsWith('claude')) return 'anthropic';
  return name.startsWith('gemini') ? 'gemini' : 'openai-chat';
}
