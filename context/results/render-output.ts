import type { ToolOutput } from '../message/entries.js';

export function renderOutput(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
    case 'error-text':
      return output.value;
    case 'json':
    case 'error-json':
      return JSON.stringify(output.value);
    case 'execution-denied':
      return output.reason ?? '';
    case 'content':
      return output.value.flatMap(renderPart).join('\n');
    default:
      throw new Error(
        `A tool output is of the unknown type '${String((output satisfies never as ToolOutput).type)}'`,
      );
  }
}

type ContentPart = Extract<ToolOutput, { type: 'content' }>['value'][number];

function renderPart(part: ContentPart): string[] {
  if (part.type === 'text') return [part.text];
  return part.type === 'image-url' || part.type === 'file-url' ? [part.url] : [];
}
