import type { ToolOutput } from '../../../context/message/entries.js';
import { parseWellFormed } from '../../../context/text/parse-well-formed.js';
import { resultPictures } from '../../../context/results/result-pictures.js';
import { wellFormed } from '../../../context/text/well-formed.js';
import { nestingProblem } from '../../../flow/values/nesting-problem.js';
import { parseToolContent } from '../../../extend/tools/tool-content.js';

export function toToolOutput(value: unknown): ToolOutput {
  refuseNested(value);
  if (typeof value === 'string') return { type: 'text', value };
  const content = parseToolContent(value);
  if (content) return { type: 'content', value: [...content.value] };
  const json: string | undefined = JSON.stringify(value);
  const parsed = json === undefined ? null : (JSON.parse(json) as never);
  // Checked again, because a `toJSON` method may return a deeper value.
  refuseNested(parsed);
  return { type: 'json', value: parsed };
}

function refuseNested(value: unknown): void {
  const problem = nestingProblem(value);
  if (problem) throw new Error(`its result ${problem}`);
}

export function cleanToolOutput(output: ToolOutput): ToolOutput {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return { type: output.type, value: wellFormed(output.value) };
    case 'json':
    case 'error-json':
      return { type: output.type, value: parseWellFormed(JSON.stringify(output.value)) as never };
    case 'content':
      return { type: 'content', value: cleanParts(output) };
    case 'execution-denied':
      return { type: output.type, reason: wellFormed(output.reason ?? '') };
    default:
      throw new Error(
        `A tool output is of the unknown type '${String((output satisfies never as ToolOutput).type)}'`,
      );
  }
}

type ContentOutput = Extract<ToolOutput, { type: 'content' }>;

function cleanParts(output: ContentOutput): ContentOutput['value'] {
  const broken = new Set(
    resultPictures(output)
      .filter(({ content }) => !content)
      .map(({ index }) => index),
  );
  let pictures = 0;
  return output.value.map((part) => {
    if (part.type === 'text') return { type: 'text', text: wellFormed(part.text) };
    if (part.type !== 'image-data') return part;
    const index = pictures++;
    if (broken.has(index)) return { type: 'text', text: `[Picture ${index} is left out: it is not base64]` };
    return { type: 'image-data', data: part.data, mediaType: part.mediaType };
  });
}
