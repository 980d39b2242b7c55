import type { ToolOutput } from '../../../context/entries.js';
import { countImageTokens } from '../../../models/counting/count-image-tokens.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { errorOutput } from '../tools/to-tool-output.js';
import type { FoundPicture } from './read-artifact.js';

/** Shows a stored picture, or says why it cannot be shown: to a model without pictures, or within these plain tokens. */
export function showPicture(
  { name, mediaType, content }: FoundPicture,
  { maxTokens, takesPictures }: { maxTokens: number; takesPictures: boolean },
): ToolOutput {
  const facts = `artifact:${name}, ${mediaType}, ${content.length} bytes`;
  if (!takesPictures) return errorOutput(`${facts}: this model takes no pictures, so it cannot be shown.`);
  const tokens = countImageTokens(content) + countTextTokens(facts);
  if (tokens > maxTokens)
    return errorOutput(
      `${facts}: it costs ${tokens} tokens, and a result may have ${maxTokens}, so it cannot be shown.`,
    );
  return {
    type: 'content',
    value: [
      { type: 'text', text: facts },
      { type: 'image-data', data: content.toString('base64'), mediaType },
    ],
  };
}
