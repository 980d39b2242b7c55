import type { ErrorFacts } from '../replies/error-facts.js';

export function invalidRequest(
  message: string,
  param: string | null = null,
  code: string | null = null,
): ErrorFacts {
  return { status: 400, message, type: 'invalid_request_error', param, code };
}

export function missingParameter(param: string): ErrorFacts {
  return invalidRequest(`Missing required parameter: '${param}'.`, param, 'missing_required_parameter');
}

export function unknownParameter(param: string): ErrorFacts {
  return invalidRequest(`Unknown parameter: '${param}'.`, param, 'unknown_parameter');
}

export function invalidType(param: string, expected: string, value: unknown): ErrorFacts {
  const message = `Invalid type for '${param}': expected ${expected}, but got ${nameType(value)} instead.`;
  return invalidRequest(message, param, 'invalid_type');
}

/** `supported` has OpenAI's quotes. */
export function unsupportedValue(param: string, value: unknown, supported: string): ErrorFacts {
  const message = `Invalid value: '${String(value)}'. Supported values are: ${supported}.`;
  return invalidRequest(message, param, 'invalid_value');
}

export function emptyArray(param: string): ErrorFacts {
  const message = `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
  return invalidRequest(message, param, 'empty_array');
}

export function emptyString(param: string): ErrorFacts {
  const message = `Invalid '${param}': empty string. Expected a string with minimum length 1, but got an empty string instead.`;
  return invalidRequest(message, param, 'empty_string');
}

export function arrayTooLong(param: string, limit: number, length: number): ErrorFacts {
  const message = `Invalid '${param}': array too long. Expected an array with maximum length ${limit}, but got an array with length ${length} instead.`;
  return invalidRequest(message, param, 'array_above_max_length');
}

export function stringTooLong(param: string, limit: number, length: number): ErrorFacts {
  const message = `Invalid '${param}': string too long. Expected a string with maximum length ${limit}, but got a string with length ${length} instead.`;
  return invalidRequest(message, param, 'string_above_max_length');
}

function nameType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'object') return 'an object';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a decimal';
  return `a ${typeof value}`;
}
