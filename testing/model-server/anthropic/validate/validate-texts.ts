import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { blankText } from './blank-text.js';
import { invalidField } from '../errors/bad-request.js';

/** Checks that messages say something, in texts that are not blank, and that none begins the answer with a space. */
export function validateTexts(messages: unknown): ErrorFacts | null {
  // Their shape has been checked.
  const list = messages as readonly JsonObject[];
  return firstError([
    () => firstErrorIn(list, (message, index) => validateMessageTexts(message, index, list.length)),
    () => validateEnd(list.at(-1)),
  ]);
}

function validateMessageTexts(message: JsonObject, index: number, count: number): ErrorFacts | null {
  const { role, content } = message;
  if (content === '' || (Array.isArray(content) && content.length === 0)) {
    const mayBeEmpty = role === 'assistant' && index === count - 1;
    const problem =
      'all messages must have non-empty content except for the optional final assistant message';
    return mayBeEmpty ? null : invalidField(`messages.${index}`, problem);
  }
  return firstErrorIn(textsIn(content), (text) => blankText('messages', text));
}

/** A final assistant message is the beginning of the answer. */
function validateEnd(message: JsonObject | undefined): ErrorFacts | null {
  const content = message?.['content'];
  const last: unknown = Array.isArray(content) ? content.at(-1) : content;
  const text = isJsonObject(last) ? last['text'] : last;
  if (message?.['role'] !== 'assistant' || typeof text !== 'string' || text === text.trimEnd()) return null;
  return invalidField('messages', 'final assistant content cannot end with trailing whitespace');
}

function textsIn(content: unknown): readonly unknown[] {
  if (!Array.isArray(content)) return [content];
  return content.filter(isJsonObject).map((block) => (block['type'] === 'text' ? block['text'] : undefined));
}
