import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { emptyText } from './blank-text.js';
import { checkBoolean, checkList } from './check-field.js';
import { invalidField } from '../errors/bad-request.js';

const INNER_TYPES = ['document', 'image', 'search_result', 'text', 'tool_reference'];

/** Empty, a text, or blocks; an error must contain text only, and some. */
export function validateToolResult(
  block: JsonObject,
  at: {
    readonly path: string;
    readonly validateBlock: (block: unknown, path: string, types: readonly string[]) => ErrorFacts | null;
  },
): ErrorFacts | null {
  const { content } = block;
  const { path } = at;
  const isText = content === undefined || typeof content === 'string';
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  return firstError([
    () => checkBoolean(block['is_error'], `${path}.is_error`),
    () => (isText ? null : checkList(content, `${path}.content`)),
    () =>
      firstErrorIn(blocks, (inner, index) =>
        at.validateBlock(inner, `${path}.content.${index}`, INNER_TYPES),
      ),
    () =>
      blocks.some((inner) => isJsonObject(inner) && inner['text'] === '') ? emptyText('messages') : null,
    () => (block['is_error'] === true ? validateFailure(content, path) : null),
  ]);
}

function validateFailure(content: unknown, path: string): ErrorFacts | null {
  if (content === undefined || content === '' || (Array.isArray(content) && content.length === 0)) {
    return invalidField(path, 'content cannot be empty if `is_error` is true');
  }
  const isTextOnly =
    !Array.isArray(content) || content.every((inner) => isJsonObject(inner) && inner['type'] === 'text');
  return isTextOnly ? null : invalidField(path, 'all content must be type "text" if `is_error` is true');
}
