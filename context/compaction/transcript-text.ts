import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { ToolOutput } from '../message/entries.js';
import { markSpeakers } from '../summary/mark-speakers.js';

/** Each line names its role, because a provider could mistake a bare line for a tool call. */
export function transcriptText(messages: readonly ModelMessage[]): string {
  return messages.flatMap(toLines).join('\n');
}

function toLines(message: ModelMessage): string[] {
  switch (message.role) {
    case 'system':
      return [`System: ${markSpeakers(message.content)}`];
    case 'user':
      return [`User: ${markSpeakers(joinTexts(message.content))}`];
    case 'assistant': {
      if (typeof message.content === 'string') return [`AI: ${markSpeakers(message.content)}`];
      const text = joinTexts(message.content);
      const calls = message.content.flatMap((part) =>
        part.type === 'tool-call' ? [`AI calls ${part.toolName}: ${JSON.stringify(part.input)}`] : [],
      );
      return [...(text === '' ? [] : [`AI: ${markSpeakers(text)}`]), ...calls];
    }
    case 'tool':
      return message.content.flatMap((part) =>
        part.type === 'tool-result'
          ? [`Tool ${part.toolName}: ${markSpeakers(outputText(part.output))}`]
          : [],
      );
  }
}

function joinTexts(content: string | readonly { type: string; text?: unknown }[]): string {
  if (typeof content === 'string') return content;
  const texts = content.flatMap((part) =>
    part.type === 'text' && typeof part.text === 'string' ? [part.text] : [],
  );
  const pictures = content.filter(({ type }) => type === 'image' || type === 'file').length;
  return [...texts, ...pictureWords(pictures)].join('\n');
}

function outputText(output: ToolOutput): string {
  switch (output.type) {
    case 'text':
      return output.value;
    case 'error-text':
      return `failed: ${output.value}`;
    case 'json':
      return JSON.stringify(output.value);
    case 'error-json':
      return `failed: ${JSON.stringify(output.value)}`;
    case 'execution-denied':
      return output.reason === undefined ? 'was denied' : `was denied: ${output.reason}`;
    case 'content':
      return joinTexts(output.value.map((part) => (part.type === 'text' ? part : { type: 'image' })));
  }
}

function pictureWords(count: number): string[] {
  return count === 0 ? [] : [`[${count} ${count === 1 ? 'picture' : 'pictures'}, not shown]`];
}
