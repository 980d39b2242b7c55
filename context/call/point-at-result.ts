import type { ToolOutput } from '../entries.js';
import type { Counters } from '../planning-tools.js';
import type { PointedResult } from '../results/show-pointer.js';
import { artifactName } from '../spill/artifact-name.js';
import { pictureName } from '../spill/plan-spill.js';
import { pointerText, shortPointer } from '../spill/pointer.js';
import { isReaderTool, READER_TOOLS, type ReaderTool } from '../spill/reader-tools.js';
import { renderOutput } from '../spill/render-output.js';
import { resultPictures } from '../spill/result-pictures.js';

/** Below this a pointer has no room for a preview. */
const MIN_PREVIEW_LIMIT = 256;

/**
 * The text that points at a result of a step, which is read back from its artifact or its trace row. Undefined if the
 * result is only old and the call has no tools to read it back: then it stays whole.
 */
export function pointAtResult(
  pointed: PointedResult,
  source: {
    step: number;
    ordinal: number;
    input: unknown;
    /** Whether the call has the tools that read artifacts. */
    canRead: boolean;
    countText: (text: string) => number;
  },
): string | undefined {
  const { toolName, output } = pointed.result;
  const { step, ordinal, canRead, countText } = source;
  if (canRead && isReaderTool(toolName))
    // Its own artifact is the one it read: a pointer to the page would be a pointer to a pointer.
    return `[A page of ${pointed.tokens} tokens was shown here. ${toolName} shows it again with ${JSON.stringify(source.input).slice(0, 400)}]`;
  const extension = output.type === 'json' || output.type === 'error-json' ? 'json' : 'txt';
  const name = artifactName({ tool: toolName, step, ordinal, part: 0, extension });
  const pictures = resultPictures(output).flatMap(({ index, mediaType, content }) =>
    content ? [pictureName(mediaType, { tool: toolName, step, ordinal, part: index + 1 })] : [],
  );
  if (canRead) return pointByName(pointed, { name, pictures, countText });
  return pointed.reason === 'evicted' ? undefined : cutResult(pointed, { access: 'stored', countText });
}

/** The names by which a result and its pictures are read back. */
interface PointedName {
  name: string;
  pictures?: readonly string[];
  /** The tools that read it back; default: all of ours. */
  readers?: readonly ReaderTool[];
  countText: (text: string) => number;
}

/**
 * The text that points at a result by the name it is read back with: with a preview, unless it is only old. Without
 * readers no name is given.
 */
export function pointByName(
  pointed: PointedResult,
  { name, pictures = [], readers = READER_TOOLS, countText }: PointedName,
): string {
  const { result, tokens, limit, reason } = pointed;
  const { toolName: tool, output } = result;
  // An evicted result keeps its pictures beside the pointer.
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

/** A result cut to its beginning and end, for a call that cannot read it back. */
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
