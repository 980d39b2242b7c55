import { quoteValue } from './run-checks.js';
import { describeText, describeTexts } from './describe-text.js';
import { isRecord } from '../../protocol/is-record.js';

const CONTENT_TYPES: readonly unknown[] = [
  'text',
  'media',
  'custom',
  'file-data',
  'file-url',
  'file-id',
  'image-data',
  'image-url',
  'image-file-id',
];

/** A blank text is wrong only in a list of parts. */
export function describeOutput(output: unknown): string | undefined {
  if (!isRecord(output)) return 'has a tool result without an output';
  const { type, value } = output;
  switch (type) {
    case 'text':
    case 'error-text':
      return typeof value === 'string'
        ? describeTexts(value)
        : 'has a tool result whose text is not a string';
    case 'json':
    case 'error-json':
      return value === undefined ? 'has a tool result without a value' : describeTexts(value);
    case 'execution-denied':
      return describeTexts(output['reason']);
    case 'content':
      return describeParts(value);
    default:
      return `has a tool result of the unknown type ${quoteValue(type)}`;
  }
}

function describeParts(parts: unknown): string | undefined {
  if (!Array.isArray(parts) || parts.length === 0) return 'has a tool result with an empty list as its value';
  for (const part of parts as unknown[]) {
    if (!isRecord(part) || !CONTENT_TYPES.includes(part['type']))
      return 'has a tool result with a part of an unknown type';
    const broken = part['type'] === 'text' ? describeText(part['text']) : undefined;
    if (broken !== undefined) return broken;
  }
  return undefined;
}
