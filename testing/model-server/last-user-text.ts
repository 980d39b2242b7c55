import { isJsonObject, type JsonObject } from './json.js';

/** The `messages` of a request body that are objects; empty when there are none. */
export function messagesOf(body: JsonObject): readonly JsonObject[] {
  return Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject) : [];
}

/** The text of the last message with role `user`, its text parts joined; empty when there is none. */
export function lastUserText(messages: readonly JsonObject[]): string {
  const content = messages.findLast((message) => message['role'] === 'user')?.['content'];
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content
    .filter(isJsonObject)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : ''))
    .join('');
}
