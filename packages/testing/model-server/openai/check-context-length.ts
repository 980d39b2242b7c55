import type { ErrorFacts } from '../replies/error-facts.js';
import type { JsonObject } from '../http/json.js';
import { invalidRequest } from './invalid-request.js';

export function contextLengthExceeded(tokens: {
  readonly limit: number;
  readonly actual: number;
}): ErrorFacts {
  const message = `This model's maximum context length is ${tokens.limit} tokens. However, your messages resulted in ${tokens.actual} tokens. Please reduce the length of the messages.`;
  return invalidRequest(message, 'messages', 'context_length_exceeded');
}

/** The requested output must fit, too. */
export function checkContextLength(input: {
  readonly body: JsonObject;
  readonly tokens: number;
  readonly contextWindow: number;
}): ErrorFacts | null {
  const { body, tokens, contextWindow } = input;
  if (tokens > contextWindow) return contextLengthExceeded({ limit: contextWindow, actual: tokens });
  const reserved = Number(body['max_completion_tokens'] ?? body['max_tokens'] ?? 0);
  if (tokens + reserved <= contextWindow) return null;
  const message = `This model's maximum context length is ${contextWindow} tokens. However, you requested ${tokens + reserved} tokens (${tokens} in the messages, ${reserved} in the completion). Please reduce the length of the messages or completion.`;
  return invalidRequest(message, 'messages', 'context_length_exceeded');
}
