import { isJsonObject, type JsonObject } from '../http/json.js';

/** The `messages` of a request body that are objects; empty when there are none. */
export function readMessages(body: JsonObject): readonly JsonObject[] {
  return Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject) : [];
}

/**
 * The last text of the last user message that has one, empty when there is none. Anthropic's user messages also
 * hold tool results, which are not the user's words, and several messages in a row become one with several texts.
 */
export function lastUserText(messages: readonly JsonObject[]): string {
  const users = messages.filter((message) => message['role'] === 'user');
  return users.flatMap((message) => readTexts(message['content'])).at(-1) ?? '';
}

/** The texts of a message's or a tool result's content, empty ones left out; other blocks have none. */
export function readTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return content === '' ? [] : [content];
  if (!Array.isArray(content)) return [];
  return content.filter(isJsonObject).flatMap((block) => readTexts(block['text']));
}
