import type { ModelMessage } from '@ai-sdk/provider-utils';
import {
  listResults,
  type ContextEntry,
  type ToolMessage,
  type ToolOutput,
  type ToolResultPart,
  type UserMessage,
  type UserPart,
} from '../message/entries.js';
import type { Counters } from '../text/counters.js';

type OutputPart = Extract<ToolOutput, { type: 'content' }>['value'][number];
type PicturePart = Extract<UserPart, { type: 'image' }>;

export function countResultPictures(message: ModelMessage): number {
  return listResults(message).reduce((sum, { output }) => sum + findPictures(output).length, 0);
}

/** Moves a result's pictures into a user message, because some providers accept them only there. */
export function liftPictures(
  entries: readonly ContextEntry[],
  countMessage: Counters['countMessage'],
): ContextEntry[] {
  const lifted: ContextEntry[] = [];
  let waiting: ContextEntry[] = [];
  for (const entry of entries) {
    if (entry.message.role !== 'tool') {
      lifted.push(...waiting, entry);
      waiting = [];
      continue;
    }
    const parted = partMessage(entry.message);
    lifted.push(parted ? recount(entry, parted.results) : entry);
    if (parted) waiting.push(recount(entry, parted.pictures));
  }
  return [...lifted, ...waiting];

  function recount({ index }: ContextEntry, message: ModelMessage): ContextEntry {
    return { index, message, tokens: countMessage(message) };
  }
}

export function liftingCounters({ countText, countMessage }: Counters): Counters {
  return {
    countText,
    countMessage(message) {
      const parted = partMessage(message);
      return parted ? countMessage(parted.results) + countMessage(parted.pictures) : countMessage(message);
    },
  };
}

function partMessage(message: ModelMessage): { results: ToolMessage; pictures: UserMessage } | undefined {
  if (message.role !== 'tool' || countResultPictures(message) === 0) return undefined;
  const pictures = listResults(message).flatMap((result) => showPictures(result));
  const content = message.content.map((part) =>
    part.type === 'tool-result' ? { ...part, output: withoutPictures(part.output) } : part,
  );
  return { results: { ...message, content }, pictures: { role: 'user', content: pictures } };
}

function showPictures({ toolName, toolCallId, output }: ToolResultPart): UserPart[] {
  const pictures = findPictures(output);
  if (pictures.length === 0) return [];
  const label = `${pictures.length === 1 ? 'Picture' : 'Pictures'} from the result of ${toolName} (${toolCallId}):`;
  return [{ type: 'text', text: label }, ...pictures];
}

/** Removes only pictures: some providers reject other files in a user message. */
function withoutPictures(output: ToolOutput): ToolOutput {
  const pictures = findPictures(output);
  if (output.type !== 'content' || pictures.length === 0) return output;
  const note =
    pictures.length === 1
      ? '[1 picture: it is in the user message behind the results]'
      : `[${pictures.length} pictures: they are in the user message behind the results]`;
  const rest = output.value.filter((part) => !toPicture(part));
  const value: OutputPart[] = [...rest, { type: 'text', text: note }];
  // Chat Completions would send a list of texts as JSON.
  const texts = value.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return texts.length === value.length
    ? { type: 'text', value: texts.join('\n') }
    : { type: 'content', value };
}

function findPictures(output: ToolOutput): PicturePart[] {
  return output.type === 'content' ? output.value.flatMap((part) => toPicture(part) ?? []) : [];
}

function toPicture(part: OutputPart): PicturePart | undefined {
  switch (part.type) {
    case 'image-url':
      return part.url ? { type: 'image', image: part.url } : undefined;
    case 'image-data':
    case 'file-data':
    case 'media': {
      const { data, mediaType } = part;
      return data && mediaType?.startsWith('image/') ? { type: 'image', image: data, mediaType } : undefined;
    }
    default:
      return undefined;
  }
}
