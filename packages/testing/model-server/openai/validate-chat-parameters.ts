import type { ErrorFacts } from '../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import { firstError, firstErrorIn } from '../http/first-error.js';
import { arrayTooLong, invalidRequest, invalidType } from './invalid-request.js';

interface Range {
  readonly name: string;
  readonly kind: 'integer' | 'decimal';
  readonly minimum: number;
  readonly maximum?: number;
}

const RANGES: readonly Range[] = [
  { name: 'max_tokens', kind: 'integer', minimum: 1 },
  { name: 'max_completion_tokens', kind: 'integer', minimum: 1 },
  { name: 'n', kind: 'integer', minimum: 1, maximum: 128 },
  { name: 'temperature', kind: 'decimal', minimum: 0, maximum: 2 },
  { name: 'top_p', kind: 'decimal', minimum: 0, maximum: 1 },
  { name: 'frequency_penalty', kind: 'decimal', minimum: -2, maximum: 2 },
  { name: 'presence_penalty', kind: 'decimal', minimum: -2, maximum: 2 },
  { name: 'top_logprobs', kind: 'integer', minimum: 0, maximum: 20 },
];
const BOOLEANS = ['stream', 'store', 'logprobs', 'parallel_tool_calls'];
const STOP_LIMIT = 4;

/** Null counts as absent. */
export function validateChatParameters(body: JsonObject): ErrorFacts | null {
  return firstError([
    () => firstErrorIn(RANGES, (range) => validateRange(body[range.name], range)),
    () => firstErrorIn(BOOLEANS, (name) => validateBoolean(body[name], name)),
    () => validateChoices(body['n']),
    () => validateTokenLimits(body),
    () => validateStreamOptions(body),
    () => validateStop(body['stop']),
  ]);
}

function validateRange(value: unknown, range: Range): ErrorFacts | null {
  const { name, kind, minimum, maximum } = range;
  if (value === undefined || value === null) return null;
  const fits = typeof value === 'number' && (kind === 'decimal' || Number.isInteger(value));
  if (!fits) return invalidType(name, kind === 'decimal' ? 'a decimal' : 'an integer', value);
  if (value < minimum) {
    const message = `Invalid '${name}': ${kind} below minimum value. Expected a value >= ${minimum}, but got ${value} instead.`;
    return invalidRequest(message, name, `${kind}_below_min_value`);
  }
  if (maximum !== undefined && value > maximum) {
    const message = `Invalid '${name}': ${kind} above maximum value. Expected a value <= ${maximum}, but got ${value} instead.`;
    return invalidRequest(message, name, `${kind}_above_max_value`);
  }
  return null;
}

function validateBoolean(value: unknown, name: string): ErrorFacts | null {
  if (value === undefined || value === null || typeof value === 'boolean') return null;
  return invalidType(name, 'a boolean', value);
}

/** A script has one answer per request. */
function validateChoices(n: unknown): ErrorFacts | null {
  if (n === undefined || n === null || n === 1) return null;
  const message = `Unsupported value: 'n' does not support ${String(n)} with this model. Only the default (1) value is supported.`;
  return invalidRequest(message, 'n', 'unsupported_value');
}

function validateTokenLimits(body: JsonObject): ErrorFacts | null {
  if (body['max_tokens'] == null || body['max_completion_tokens'] == null) return null;
  const message = "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.";
  return invalidRequest(message, 'max_tokens', 'invalid_parameter_combination');
}

function validateStreamOptions(body: JsonObject): ErrorFacts | null {
  const options = body['stream_options'];
  if (options === undefined || options === null) return null;
  if (!isJsonObject(options)) return invalidType('stream_options', 'an object', options);
  if (body['stream'] === true) return null;
  const message = "The 'stream_options' parameter is only allowed when 'stream' is enabled.";
  return invalidRequest(message, 'stream_options');
}

function validateStop(stop: unknown): ErrorFacts | null {
  if (stop === undefined || stop === null || typeof stop === 'string') return null;
  if (!Array.isArray(stop)) return invalidType('stop', 'one of a string or array of strings', stop);
  return stop.length > STOP_LIMIT ? arrayTooLong('stop', STOP_LIMIT, stop.length) : null;
}
