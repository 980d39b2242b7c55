import type { ErrorFacts } from '../../replies/error-facts.js';
import type { JsonObject } from '../../http/json.js';
import { badRequest } from '../errors/bad-request.js';

export function promptTooLong(tokens: { readonly limit: number; readonly actual: number }): ErrorFacts {
  return badRequest(`prompt is too long: ${tokens.actual} tokens > ${tokens.limit} maximum`);
}

/** The requested output must fit, too. */
export function checkPromptLength(input: {
  readonly body: JsonObject;
  readonly tokens: number;
  readonly contextWindow: number;
}): ErrorFacts | null {
  const { body, tokens, contextWindow } = input;
  if (tokens > contextWindow) return promptTooLong({ limit: contextWindow, actual: tokens });
  const reserved = Number(body['max_tokens'] ?? 0);
  if (tokens + reserved <= contextWindow) return null;
  const message = `input length and \`max_tokens\` exceed context limit: ${tokens} + ${reserved} > ${contextWindow}, decrease input length or \`max_tokens\` and try again`;
  return badRequest(message);
}
