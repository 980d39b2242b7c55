import type { PointedResult } from '../../../context/results/show-pointer.js';
import { artifactName } from '../../../context/spill/artifact-name.js';
import { pointerText, shortPointer } from '../../../context/spill/pointer.js';
import { renderOutput } from '../../../context/spill/render-output.js';
import { isReaderTool } from '../../../context/spill/reader-tools.js';

/** Below this a pointer has no room for a preview. */
const MIN_PREVIEW_LIMIT = 256;

/** The text that points at a result of a step, which is read back from its artifact or its trace row. */
export function resultPointer(
  { result, tokens, limit, reason }: PointedResult,
  source: { step: number; ordinal: number; input: unknown; countText: (text: string) => number },
): string {
  const { toolName, output } = result;
  if (isReaderTool(toolName))
    // Its own artifact is the one it read: a pointer to the page would be a pointer to a pointer.
    return `[A page of ${tokens} tokens was shown here. ${toolName} shows it again with ${JSON.stringify(source.input).slice(0, 400)}]`;
  const name = artifactName({
    tool: toolName,
    step: source.step,
    ordinal: source.ordinal,
    part: 0,
    extension: output.type === 'json' || output.type === 'error-json' ? 'json' : 'txt',
  });
  if (reason === 'evicted' || limit < MIN_PREVIEW_LIMIT)
    return shortPointer({ name, tokens, tool: toolName, canRead: true });
  return pointerText({
    name,
    tokens,
    limit,
    text: renderOutput(output),
    canRead: true,
    isError: output.type === 'error-text' || output.type === 'error-json',
    countText: source.countText,
  });
}
