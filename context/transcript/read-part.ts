import { readSource } from './read-source.js';
import { isRecord } from '../../protocol/is-record.js';

type LoosePart = Readonly<Record<string, unknown>>;

/** If formats share a type name, a field distinguishes them. */
const READERS: Readonly<Record<string, (part: LoosePart) => unknown>> = {
  image_url: ({ image_url: image }) => toImage(isRecord(image) ? image['url'] : image),
  input_image: ({ image_url: url, file_id: fileId }) => toImage(url ?? fileId),
  input_file: ({ file_data: data, file_url: url, file_id: fileId, filename }) => ({
    type: 'file',
    ...readSource(data ?? url ?? fileId),
    filename,
  }),
  input_text: ({ text }) => ({ type: 'text', text }),
  output_text: ({ text, providerOptions }) => ({
    type: 'text',
    text,
    providerOptions,
  }),
  refusal: ({ refusal }) => ({ type: 'text', text: refusal }),
  input_audio: ({ input_audio: audio }) =>
    isRecord(audio)
      ? { type: 'file', data: audio['data'], mediaType: `audio/${String(audio['format'] ?? '*')}` }
      : undefined,
  file: ({ file }) =>
    isRecord(file)
      ? { type: 'file', ...readSource(file['file_data'] ?? file['file_id']), filename: file['filename'] }
      : undefined,
  function: ({ id, function: called }) => (isRecord(called) ? toCall(id, called) : undefined),
  custom: ({ id, custom }) =>
    isRecord(custom)
      ? { type: 'tool-call', toolCallId: id, toolName: custom['name'], input: { input: custom['input'] } }
      : undefined,
  image: ({ source, image_urls: urls }) =>
    // OpenHands stores a list of URLs here.
    Array.isArray(urls) ? (urls as unknown[]).map(toImage) : isRecord(source) ? toImage(source) : undefined,
  document: ({ source, title }) => (isRecord(source) ? toDocument(source, title) : undefined),
  search_result: ({ title, source, content }) => readBlocks([title, source], content),
  tool_use: ({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input }),
  thinking: ({ thinking, signature }) => ({
    type: 'reasoning',
    text: thinking,
    providerOptions: { anthropic: { signature } },
  }),
  redacted_thinking: ({ data }) => ({
    type: 'reasoning',
    text: '',
    providerOptions: { anthropic: { redactedData: data } },
  }),
};

/** A document may become several parts. */
export function readPart(part: unknown): readonly unknown[] {
  if (!isRecord(part) || typeof part['type'] !== 'string' || !Object.hasOwn(READERS, part['type']))
    return [part];
  const read = READERS[part['type']]?.(part) ?? part;
  return Array.isArray(read) ? (read as unknown[]) : [read];
}

function toDocument(source: LoosePart, title: unknown): unknown {
  return source['type'] === 'content'
    ? readBlocks([title], source['content'])
    : { type: 'file', ...readSource(source), filename: title };
}

function readBlocks(headings: readonly unknown[], content: unknown): unknown[] {
  const texts = [...headings, content].filter((text) => typeof text === 'string' && text !== '');
  const heading = texts.length === 0 ? [] : [{ type: 'text', text: texts.join('\n') }];
  return [...heading, ...(Array.isArray(content) ? (content as unknown[]).flatMap(readPart) : [])];
}

export function isEmptyFile(part: unknown): boolean {
  if (!isRecord(part)) return false;
  const { type, image, data } = part;
  if (type !== 'image' && type !== 'file') return false;
  const shown = type === 'image' ? image : data;
  return shown == null || shown === '';
}

function toImage(source: unknown): unknown {
  const { data, mediaType } = readSource(source);
  return mediaType === undefined ? { type: 'image', image: data } : { type: 'image', image: data, mediaType };
}

/** Later cleaning handles invalid JSON. */
function toCall(id: unknown, { name, arguments: written }: LoosePart): unknown {
  return { type: 'tool-call', toolCallId: id ?? '', toolName: name, input: readArguments(written) };
}

export function readArguments(written: unknown): unknown {
  if (typeof written !== 'string') return written ?? {};
  if (written.trim() === '') return {};
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return written;
  }
}
