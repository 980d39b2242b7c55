import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import type { JsonObject } from '../../http/json.js';
import { checkBoolean, checkKeys, checkList, checkObject, checkText } from './check-field.js';
import { fieldRequired, invalidField } from '../errors/bad-request.js';

interface Range {
  readonly name: string;
  readonly kind: 'integer' | 'number';
  readonly minimum: number;
  readonly maximum?: number;
}

const RANGES: readonly Range[] = [
  { name: 'max_tokens', kind: 'integer', minimum: 1 },
  { name: 'temperature', kind: 'number', minimum: 0, maximum: 1 },
  { name: 'top_p', kind: 'number', minimum: 0, maximum: 1 },
  { name: 'top_k', kind: 'integer', minimum: 0 },
];

/** Except for `max_tokens`, null counts as absent. */
export function validateAnthropicParameters(body: JsonObject): ErrorFacts | null {
  return firstError([
    () => (body['max_tokens'] === undefined ? fieldRequired('max_tokens') : null),
    () =>
      body['max_tokens'] === null ? invalidField('max_tokens', 'Input should be a valid integer') : null,
    () => firstErrorIn(RANGES, (range) => validateRange(body[range.name], range)),
    () => checkBoolean(body['stream'], 'stream'),
    () => validateStopSequences(body['stop_sequences']),
    () => validateMetadata(body['metadata']),
  ]);
}

function validateRange(value: unknown, range: Range): ErrorFacts | null {
  const { name, kind, minimum, maximum } = range;
  if (value === undefined || value === null) return null;
  const fits = typeof value === 'number' && (kind === 'number' || Number.isInteger(value));
  if (!fits) return invalidField(name, `Input should be a valid ${kind}`);
  if (value < minimum) return invalidField(name, `Input should be greater than or equal to ${minimum}`);
  if (maximum === undefined || value <= maximum) return null;
  return invalidField(name, `Input should be less than or equal to ${maximum}`);
}

function validateStopSequences(sequences: unknown): ErrorFacts | null {
  if (sequences === undefined || sequences === null) return null;
  const notList = checkList(sequences, 'stop_sequences');
  if (notList) return notList;
  return firstErrorIn(sequences as readonly unknown[], (sequence, index) => {
    const notText = checkText(sequence, `stop_sequences.${index}`);
    if (notText || String(sequence).trim() !== '') return notText;
    return invalidField('stop_sequences', 'each stop sequence must contain non-whitespace');
  });
}

function validateMetadata(metadata: unknown): ErrorFacts | null {
  if (metadata === undefined || metadata === null) return null;
  return (
    checkObject(metadata, 'metadata') ??
    checkKeys(metadata as JsonObject, { path: 'metadata', allowed: ['user_id'] })
  );
}
