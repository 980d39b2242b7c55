import { isJsonObject, type JsonObject } from '../http/json.js';

export function readMessages(body: JsonObject): readonly JsonObject[] {
  return Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject) : [];
}

/**
 * Skips Anthropic's tool results, which are in user messages; consecutive messages are merged there into several
 * texts.
 */
export function lastUserText(messages: readonly JsonObject[]): string {
  const users = messages.filter((message) => message['role'] === 'user');
  return users.flatMap((message) => readTexts(message['content'])).at(-1) ?? '';
}

export function readTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isJsonObject).flatMap((block) => readTexts(block['text']));
}
