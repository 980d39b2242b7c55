import type { ToolOutput } from '../message/entries.js';
import type { Counters } from '../text/counters.js';
import type { PointedResult } from '../results/show-pointer.js';
import { artifactName } from '../results/artifact-name.js';
import { pictureName } from '../results/plan-spill.js';
import { pointerText, shortPointer } from '../results/pointer.js';
import { isReaderTool, READER_TOOLS, type ReaderTool } from '../results/reader-tools.js';
import { renderOutput } from '../results/render-output.js';
import { resultPictures } from '../results/result-pictures.js';

const MIN_PREVIEW_LIMIT = 256;

/** A result stays whole if no tool of the call can read it back. */
export function pointAtResult(
  pointed: PointedResult,
  source: {
    step: number;
    ordinal: number;
    input: unknown;
    canRead: boolean;
    countText: (text: string) => number;
  },
): string | undefined {
  const { toolName, output } = pointed.result;
  const { step, ordinal, canRead, countText } = source;
  if (canRead && isReaderTool(toolName))
    // This result is a page that a reader tool showed. A stored copy of it would be a pointer to a pointer.
    return `[A page of ${pointed.tokens} tokens was shown here. ${toolName} shows it again with ${JSON.stringify(source.input).slice(0, 400)}]`;
  const extension = output.type === 'json' || output.type === 'error-json' ? 'json' : 'txt';
  const name = artifactName({ tool: toolName, step, ordinal, part: 0, extension });
  const pictures = resultPictures(output).flatMap(({ index, mediaType, content }) =>
    content ? [pictureName(mediaType, { tool: toolName, step, ordinal, part: index + 1 })] : [],
  );
  if (canRead) return pointByName(pointed, { name, pictures, countText });
  return pointed.reason === 'evicted' ? undefined : cutResult(pointed, { access: 'stored', countText });
}

interface PointedName {
  name: string;
  pictures?: readonly string[];
  readers?: readonly ReaderTool[];
  countText: (text: string) => number;
}

export function pointByName(
  pointed: PointedResult,
  { name, pictures = [], readers = READER_TOOLS, countText }: PointedName,
): string {
  const { result, tokens, limit, reason } = pointed;
  const { toolName: tool, output } = result;
  // An evicted result leaves its pictures in the message.
  if (reason === 'evicted') return shortPointer({ name, tokens, tool, readers });
  if (readers.length === 0) return cutResult(pointed, { access: 'cut', countText });
  if (limit < MIN_PREVIEW_LIMIT) return shortPointer({ name, tokens, tool, readers, pictures });
  return pointerText({
    name,
    pictures,
    access: 'readable',
    readers,
    ...describe({ tokens, limit, output, countText }),
  });
}

function cutResult(
  { result, tokens, limit }: PointedResult,
  { access, countText }: { access: 'stored' | 'cut'; countText: Counters['countText'] },
): string {
  const { toolName: tool, output } = result;
  if (limit < MIN_PREVIEW_LIMIT) return shortPointer({ name: '', tokens, tool, readers: [] });
  return pointerText({ access, ...describe({ tokens, limit, output, countText }) });
}

function describe({
  output,
  ...facts
}: {
  tokens: number;
  limit: number;
  output: ToolOutput;
  countText: (text: string) => number;
}) {
  const isError = output.type === 'error-text' || output.type === 'error-json';
  return { ...facts, text: renderOutput(output), isError };
}
