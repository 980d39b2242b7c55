import type { ErrorFacts } from '../replies/error-facts.js';
import {
  emptyString,
  invalidRequest,
  invalidType,
  missingParameter,
  stringTooLong,
} from './invalid-request.js';

const NAME_PATTERN = /^[a-zA-Z0-9_-]+$/;
const NAME_LIMIT = 64;
const ID_LIMIT = 40;

export function validateName(name: unknown, param: string): ErrorFacts | null {
  if (name === undefined) return missingParameter(param);
  if (typeof name !== 'string') return invalidType(param, 'a string', name);
  if (name === '') return emptyString(param);
  if (name.length > NAME_LIMIT) return stringTooLong(param, NAME_LIMIT, name.length);
  if (NAME_PATTERN.test(name)) return null;
  const message = `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`;
  return invalidRequest(message, param, 'invalid_value');
}

export function validateToolCallId(id: unknown, param: string): ErrorFacts | null {
  if (id === undefined) return missingParameter(param);
  if (typeof id !== 'string') return invalidType(param, 'a string', id);
  return id.length > ID_LIMIT ? stringTooLong(param, ID_LIMIT, id.length) : null;
}
