import type { ModelMessage } from '@ai-sdk/provider-utils';
import type {
  AssistantMessage,
  ContextEntry,
  ToolCallPart,
  ToolOutput,
  ToolResultPart,
  UserMessage,
} from '../../context/message/entries.js';
import type { Counters } from '../../context/text/counters.js';
import { countMessageTokens, countTextTokens } from '../../models/counting/count-tokens.js';

export const COUNTERS: Counters = { countText: countTextTokens, countMessage: countMessageTokens };

export function words(tokens: number, letter = 'a'): string {
  return tokens === 0 ? '' : letter + ` ${letter}`.repeat(tokens - 1);
}

export function system(content: string): ModelMessage {
  return { role: 'system', content };
}

export function user(content: UserMessage['content']): ModelMessage {
  return { role: 'user', content };
}

export function assistant(content: AssistantMessage['content']): ModelMessage {
  return { role: 'assistant', content };
}

export function tool(...content: ToolResultPart[]): ModelMessage {
  return { role: 'tool', content };
}

export function text(value: string): { type: 'text'; text: string } {
  return { type: 'text', text: value };
}

export function call(toolCallId: string, more: Partial<ToolCallPart> = {}): ToolCallPart {
  return { type: 'tool-call', toolCallId, toolName: 'look_up', input: {}, ...more };
}

export function result(toolCallId: string, output: string | ToolOutput = 'found'): ToolResultPart {
  return {
    type: 'tool-result',
    toolCallId,
    toolName: 'look_up',
    output: typeof output === 'string' ? { type: 'text', value: output } : output,
  };
}

export function step(id: string, output?: string | ToolOutput): ModelMessage[] {
  return [assistant([call(id)]), tool(result(id, output))];
}

export function turns(count: number, tokens: number): ModelMessage[] {
  return Array.from({ length: count }, () => [
    user(words(tokens, 'u')),
    assistant(words(tokens, 'v')),
  ]).flat();
}

export function anyMessage(role: string, content: unknown): ModelMessage {
  return { role, content } as ModelMessage;
}

export function toEntries(messages: readonly ModelMessage[]): ContextEntry[] {
  return messages.map((message, index) => ({ index, message, tokens: countMessageTokens(message) }));
}

export function outputsOf(messages: readonly ModelMessage[]): ToolOutput[] {
  return messages.flatMap((message) =>
    message.role === 'tool'
      ? message.content.flatMap((part) => (part.type === 'tool-result' ? [part.output] : []))
      : [],
  );
}
