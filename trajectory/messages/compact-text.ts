import type { ArchivedAssistantMessage, ArchivedMessage, ArchivedToolMessage } from './archive-message.js';
import { isNotSystem, type ConversationMessage } from './without-system.js';

const NOTHING = 'None';
const SHORTEST_FENCE = 3;

/** Renders the messages for reading. No content can close its fence. */
export function compactText(messages: readonly ArchivedMessage[]): string {
  const toolNames = namesByCallId(messages);
  const question = messages.find((message) => message.role === 'user' && !message.isSummary);
  const parts = messages
    .filter(isNotSystem)
    .filter((message) => message !== question)
    .flatMap((message) => toParts(message, toolNames));
  return parts.length > 0 ? parts.join('\n\n') : NOTHING;
}

function toParts(message: ConversationMessage, toolNames: ReadonlyMap<string, string>): string[] {
  switch (message.role) {
    case 'user':
      return [`${message.isSummary ? 'Summary' : 'User'}: ${message.text}`];
    case 'assistant':
      return assistantParts(message);
    case 'tool':
      return [fencedResult(message, toolNames)];
  }
}

function assistantParts({ text, toolCalls = [] }: ArchivedAssistantMessage): string[] {
  const texts = text?.trim() ? [`Assistant: ${text}`] : [];
  return [...texts, ...toolCalls.map(({ name, input }) => `Tool call: ${name}(${JSON.stringify(input)})`)];
}

function fencedResult(message: ArchivedToolMessage, toolNames: ReadonlyMap<string, string>): string {
  const name = message.toolName ?? toolNames.get(message.toolCallId.trim()) ?? 'tool';
  const fence = '`'.repeat(Math.max(SHORTEST_FENCE, longestRunOfBackticks(message.text) + 1));
  return `${fence}${toInfoString(name)}\n${message.text}\n${fence}`;
}

function toInfoString(name: string): string {
  return name.trim().replaceAll(/[`\s]+/g, '_');
}

function longestRunOfBackticks(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}

function namesByCallId(messages: readonly ArchivedMessage[]): ReadonlyMap<string, string> {
  const calls = messages.flatMap((message) =>
    message.role === 'assistant' ? (message.toolCalls ?? []) : [],
  );
  return new Map(calls.map(({ id, name }) => [id.trim(), name]));
}
