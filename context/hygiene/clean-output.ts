import type { ToolOutput } from '../message/entries.js';
import { cleanJson, cleanText, isBlank } from './clean-text.js';

/** Some providers reject an empty text. */
export const NO_OUTPUT = '(no output)';

type ContentPart = Extract<ToolOutput, { type: 'content' }>['value'][number];

const FILE_TYPES: readonly unknown[] = [
  'media',
  'custom',
  'file-data',
  'file-url',
  'file-id',
  'image-data',
  'image-url',
  'image-file-id',
];

export function cleanOutput(output: ToolOutput): ToolOutput {
  switch (output?.type) {
    case 'text':
    case 'error-text': {
      const value = typeof output.value === 'string' ? cleanText(output.value) : asText(output.value);
      if (value === output.value && !isBlank(value)) return output;
      return { ...output, value: isBlank(value) ? NO_OUTPUT : value };
    }
    case 'json':
    case 'error-json': {
      const value = output.value === undefined ? null : cleanJson(output.value);
      return value === output.value ? output : { ...output, value: value as never };
    }
    case 'content':
      return cleanContent(output);
    case 'execution-denied':
      return cleanDenial(output);
    default:
      // A foreign transcript may hold the bare value.
      return { type: 'text', value: asText(output) || NO_OUTPUT };
  }
}

function cleanDenial(output: Extract<ToolOutput, { type: 'execution-denied' }>): ToolOutput {
  const reason: unknown = output.reason;
  if (reason === undefined) return output;
  if (typeof reason !== 'string') return { type: output.type };
  const text = cleanText(reason);
  return text === reason ? output : { ...output, reason: text };
}

function cleanContent(output: Extract<ToolOutput, { type: 'content' }>): ToolOutput {
  const parts = Array.isArray(output.value) ? output.value : [];
  const value = parts.flatMap(cleanPart);
  if (value.length === 0) return { type: 'text', value: NO_OUTPUT };
  const isSame = value.length === parts.length && value.every((part, index) => part === parts[index]);
  return isSame ? output : { ...output, value };
}

function cleanPart(part: ContentPart): ContentPart[] {
  if (part?.type !== 'text') return FILE_TYPES.includes(part?.type) ? [part] : [];
  const text = typeof part.text === 'string' ? cleanText(part.text) : asText(part.text);
  if (isBlank(text)) return [];
  return [text === part.text ? part : { ...part, text }];
}

function asText(value: unknown): string {
  if (value == null) return '';
  const text = typeof value === 'object' ? JSON.stringify(cleanJson(value)) : cleanText(String(value));
  return isBlank(text) ? '' : text;
}
