import type { PointedResult } from '../results/show-pointer.js';
import { artifactName } from '../spill/artifact-name.js';
import { pointerText, shortPointer } from '../spill/pointer.js';
import { isReaderTool } from '../spill/reader-tools.js';
import { renderOutput } from '../spill/render-output.js';

/** Below this a pointer has no room for a preview. */
const MIN_PREVIEW_LIMIT = 256;

/** The text that points at a result of a step, which is read back from its artifact or its trace row. */
export function pointAtResult(
  pointed: PointedResult,
  source: { step: number; ordinal: number; input: unknown; countText: (text: string) => number },
): string {
  const { toolName, output } = pointed.result;
  const { step, ordinal, countText } = source;
  if (isReaderTool(toolName))
    // Its own artifact is the one it read: a pointer to the page would be a pointer to a pointer.
    return `[A page of ${pointed.tokens} tokens was shown here. ${toolName} shows it again with ${JSON.stringify(source.input).slice(0, 400)}]`;
  const extension = output.type === 'json' || output.type === 'error-json' ? 'json' : 'txt';
  const name = artifactName({ tool: toolName, step, ordinal, part: 0, extension });
  return pointByName(pointed, { name, countText });
}

/** The text that points at a result by the name it is read back with: with a preview, unless it is only old. */
export function pointByName(
  { result, tokens, limit, reason }: PointedResult,
  { name, countText }: { name: string; countText: (text: string) => number },
): string {
  const { toolName: tool, output } = result;
  if (reason === 'evicted' || limit < MIN_PREVIEW_LIMIT)
    return shortPointer({ name, tokens, tool, canRead: true });
  return pointerText({
    name,
    tokens,
    limit,
    text: renderOutput(output),
    canRead: true,
    isError: output.type === 'error-text' || output.type === 'error-json',
    countText,
  });
}
