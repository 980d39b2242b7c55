import { readSource } from './read-source.js';
import { isRecord } from '../../../protocol/is-record.js';

type LoosePart = Readonly<Record<string, unknown>>;

/** Reads the parts of OpenAI and Anthropic by their types; those types that the AI SDK has too are told apart by a field. */
const READERS: Readonly<Record<string, (part: LoosePart) => unknown>> = {
  // OpenAI: chat completions, and the Responses API's names for the same.
  image_url: ({ image_url: image }) => toImage(isRecord(image) ? image['url'] : image),
  input_image: ({ image_url: url }) => toImage(url),
  input_text: ({ text }) => ({ type: 'text', text }),
  output_text: ({ text, providerOptions }) => ({
    type: 'text',
    text,
    ...(providerOptions !== undefined && { providerOptions }),
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
  // Anthropic.
  image: ({ source }) => (isRecord(source) ? toImage(source) : undefined),
  document: ({ source, title }) =>
    isRecord(source) ? { type: 'file', ...readSource(source), filename: title } : undefined,
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

/** Reads a part of any of the shapes as one of the AI SDK's; what none of them has is returned as it is. */
export function readPart(part: unknown): unknown {
  if (!isRecord(part) || typeof part['type'] !== 'string' || !Object.hasOwn(READERS, part['type']))
    return part;
  return READERS[part['type']]?.(part) ?? part;
}

function toImage(source: unknown): unknown {
  const { data, mediaType } = readSource(source);
  return mediaType === undefined ? { type: 'image', image: data } : { type: 'image', image: data, mediaType };
}

/** OpenAI's arguments are the JSON of an input; what is none stays as it is, for whoever cleans it. */
function toCall(id: unknown, { name, arguments: written }: LoosePart): unknown {
  return { type: 'tool-call', toolCallId: id ?? '', toolName: name, input: readArguments(written) };
}

/** The input of a call whose arguments are written as JSON. */
export function readArguments(written: unknown): unknown {
  if (typeof written !== 'string') return written ?? {};
  if (written.trim() === '') return {};
  try {
    return JSON.parse(written) as unknown;
  } catch {
    return written;
  }
}
