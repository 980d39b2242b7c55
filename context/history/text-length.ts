import type { ModelMessage } from '@ai-sdk/provider-utils';
import { renderOutput } from '../spill/render-output.js';

/** Counts the characters of a message's texts, tool results included; pictures have none. */
export function textLength(message: ModelMessage): number {
  if (typeof message.content === 'string') return message.content.length;
  let length = 0;
  for (const part of message.content) {
    if (part.type === 'text') length += part.text.length;
    else if (part.type === 'tool-result') length += renderOutput(part.output).length;
  }
  return length;
}
