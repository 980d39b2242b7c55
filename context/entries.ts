import type { ModelMessage } from '@ai-sdk/provider-utils';
import type { LeftRule } from './left.js';

/** A message on its way through planning. */
export interface ContextEntry {
  /** Its place in what was given to plan; what a repair adds has the place of the message it belongs to. */
  index: number;
  message: ModelMessage;
  /** Tokens it has when it is sent as it is here. */
  tokens: number;
}

/** Tokens of one message that are not sent, and why. */
export interface LeftOut {
  index: number;
  rule: LeftRule;
  tokens: number;
}

/** The result of each stage of planning: the messages that go on, and what it left out. */
export interface Stage {
  entries: readonly ContextEntry[];
  left: readonly LeftOut[];
}

export type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
export type ToolMessage = Extract<ModelMessage, { role: 'tool' }>;
export type UserMessage = Extract<ModelMessage, { role: 'user' }>;
export type AssistantPart = Exclude<AssistantMessage['content'], string>[number];
export type UserPart = Exclude<UserMessage['content'], string>[number];
export type ToolCallPart = Extract<AssistantPart, { type: 'tool-call' }>;
export type ToolResultPart = Extract<ToolMessage['content'][number], { type: 'tool-result' }>;
export type ToolOutput = ToolResultPart['output'];

/** The tool calls of a message, in order; none where it is not an assistant's or has only text. */
export function listCalls(message: ModelMessage): ToolCallPart[] {
  if (message.role !== 'assistant' || typeof message.content === 'string') return [];
  return message.content.filter((part): part is ToolCallPart => part.type === 'tool-call');
}

/** The tool results of a message, in order. */
export function listResults(message: ModelMessage): ToolResultPart[] {
  if (message.role !== 'tool') return [];
  return message.content.filter((part): part is ToolResultPart => part.type === 'tool-result');
}

/** Tokens of entries together. */
export function sumTokens(entries: readonly ContextEntry[]): number {
  let sum = 0;
  for (const entry of entries) sum += entry.tokens;
  return sum;
}

/** An entry with another message; what it costs less is noted as left out by the rule. */
export function replaceMessage(
  entry: ContextEntry,
  message: ModelMessage,
  how: { rule: LeftRule; left: LeftOut[]; countMessage: (message: ModelMessage) => number },
): ContextEntry {
  const tokens = how.countMessage(message);
  leave(how.left, { index: entry.index, rule: how.rule, tokens: entry.tokens - tokens });
  return { index: entry.index, message, tokens };
}

/** Notes what is left out; a change that costs no tokens (an id made valid) leaves nothing out. */
export function leave(left: LeftOut[], { index, rule, tokens }: LeftOut): void {
  if (tokens > 0) left.push({ index, rule, tokens });
}
