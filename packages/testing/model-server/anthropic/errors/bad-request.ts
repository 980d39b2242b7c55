import type { ErrorFacts } from '../../replies/error-facts.js';
import { anthropicError } from './anthropic-error.js';

export function badRequest(message: string): ErrorFacts {
  return anthropicError(400, message);
}

/** Paths use dots, as `messages.0.content.1.text.text`. */
export function invalidField(path: string, problem: string): ErrorFacts {
  return badRequest(`${path}: ${problem}`);
}

export function fieldRequired(path: string): ErrorFacts {
  return invalidField(path, 'Field required');
}

export function notInList(path: string, values: readonly string[]): ErrorFacts {
  const quoted = values.map((value) => `'${value}'`);
  const last = quoted.at(-1) ?? '';
  const list = quoted.length < 2 ? last : `${quoted.slice(0, -1).join(', ')} or ${last}`;
  return invalidField(path, `Input should be ${list}`);
}

export function unknownTag(path: string, tag: unknown, expected: readonly string[]): ErrorFacts {
  const tags = expected.map((each) => `'${each}'`).join(', ');
  const problem = `Input tag '${String(tag)}' found using 'type' does not match any of the expected tags: ${tags}`;
  return invalidField(path, problem);
}
