import type { ModelMessage } from '@ai-sdk/provider-utils';
import { renderOutput } from '../results/render-output.js';

export function textLength(message: ModelMessage): number {
  if (typeof message.content === 'string') return message.content.length;
  let length = 0;
  for (const part of message.content) {
    if (part.type === 'text') length += part.text.length;
    else if (part.type === 'tool-result') length += renderOutput(part.output).length;
  }
  return length;
}
