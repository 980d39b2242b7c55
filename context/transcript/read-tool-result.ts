import { isEmptyFile, readPart } from './read-part.js';
import { readSource } from './read-source.js';
import { isRecord } from '../../protocol/is-record.js';

interface ReadResultOptions {
  isError: boolean;
  onUnknown: (part: unknown) => void;
}

export function readToolResult(content: unknown, { isError, onUnknown }: ReadResultOptions): unknown {
  const type = isError ? 'error-text' : 'text';
  if (content == null) return { type, value: '' };
  if (!Array.isArray(content)) return { type, value: content };
  const value = (content as unknown[]).flatMap(readOutputPart).flatMap((part) => {
    const read = isEmptyFile(part) ? undefined : toOutputPart(part);
    if (!read) onUnknown(part);
    return read ?? [];
  });
  // The SDK allows only text in an error result.
  const texts = value.flatMap((part) => ('text' in part ? [part.text] : []));
  return isError && texts.length === value.length
    ? { type, value: texts.join('\n') }
    : { type: 'content', value };
}

type OutputPart =
  { type: 'text'; text: unknown } | { type: string; data: unknown } | { type: string; url: unknown };

/** MCP servers put `data` next to the type. */
function readOutputPart(part: unknown): readonly unknown[] {
  return isRecord(part) && part['type'] === 'image' && typeof part['data'] === 'string'
    ? [{ type: 'image', image: part['data'], mediaType: part['mimeType'] }]
    : readPart(part);
}

function toOutputPart(part: unknown): OutputPart | undefined {
  if (typeof part === 'string') return { type: 'text', text: part };
  if (!isRecord(part)) return undefined;
  switch (part['type']) {
    case 'text':
      return { type: 'text', text: part['text'] };
    case 'image':
      return toFile('image', part['image'], part['mediaType']);
    case 'file':
      return toFile('file', part['data'], part['mediaType']);
    default:
      return undefined;
  }
}

function toFile(kind: 'image' | 'file', source: unknown, mediaType: unknown): OutputPart {
  const { data } = readSource(source);
  if (typeof data === 'string' && /^https?:/i.test(data)) return { type: `${kind}-url`, url: data };
  return {
    type: `${kind}-data`,
    data,
    ...typed(mediaType ?? `${kind === 'image' ? 'image' : 'application'}/*`),
  };
}

function typed(mediaType: unknown): { mediaType?: unknown } {
  return mediaType === undefined ? {} : { mediaType };
}
