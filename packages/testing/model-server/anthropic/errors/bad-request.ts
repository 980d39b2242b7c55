import type { ErrorFacts } from '../../replies/error-facts.js';
import { anthropicError } from './anthropic-error.js';

/** A 400 with Anthropic's type for requests at fault. */
export function badRequest(message: string): ErrorFacts {
  return anthropicError(400, message);
}

/** A 400 about one field; its path is written with dots, as `messages.0.content.1.text.text`. */
export function invalidField(path: string, problem: string): ErrorFacts {
  return badRequest(`${path}: ${problem}`);
}

/** A field is not there. */
export function fieldRequired(path: string): ErrorFacts {
  return invalidField(path, 'Field required');
}

/** A field has a value outside its list. */
export function notInList(path: string, values: readonly string[]): ErrorFacts {
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.at(-1) ?? '';
  const list = quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
  return invalidField(path, `Input should be ${list}`);
}

/** An object is of a type that is not expected in its place. */
export function unknownTag(path: string, tag: unknown, expected: readonly string[]): ErrorFacts {
  const tags = expected.map((each) => `'${each}'`).join(', ');
  const problem = `Input tag '${String(tag)}' found using 'type' does not match any of the expected tags: ${tags}`;
  return invalidField(path, problem);
}
