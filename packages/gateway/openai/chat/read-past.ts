import type { Part } from '../../../../client/uploads/send-parts.js';
import type { PastMessage } from '../../../../protocol/one-off.js';
import type { ChatMessage } from '../requests/message-schema.js';
import { joinText } from '../requests/join-text.js';
import { resultFiles, resultText } from '../requests/result-files.js';
import { toParts } from '../requests/to-parts.js';

type Calling = Extract<ChatMessage, { role: 'assistant' }>;

/** Added to a past that ends with a user's message, which would otherwise count as the newest. */
export const END_OF_PAST = { role: 'assistant', content: '' } as const;

/** Reads the messages before the newest user messages. System messages apply only to the next answer. */
export function readPast(messages: readonly ChatMessage[]): {
  past: PastMessage[];
  /** Sent with the newest message, so that they are never omitted. */
  files: Part[];
  instructions: Part[];
} {
  const newest = messages.findLastIndex(({ role }) => role !== 'user') + 1;
  const before = messages.slice(0, newest);
  const instructions = before
    .flatMap((one) => (one.role === 'system' || one.role === 'developer' ? [joinText(one.content)] : []))
    .filter((text) => text.trim() !== '')
    .join('\n\n');
  return {
    past: before.flatMap(toPast).filter(({ text }) => text.trim() !== ''),
    files: before.flatMap(toFiles),
    instructions: instructions === '' ? [] : [{ type: 'instructions', text: instructions }],
  };
}

/** Quotes past calls, because the flow's agent did not make them. */
function toPast(message: ChatMessage): PastMessage[] {
  switch (message.role) {
    case 'user':
      return [{ role: 'user', text: joinText(message.content) }];
    case 'assistant':
      return [{ role: 'assistant', text: joinText(message.content ?? '') }, ...listCalls(message)];
    case 'tool':
      return [
        {
          role: 'assistant',
          text: `[Result of tool call '${message.tool_call_id}': ${resultText(message)}]`,
        },
      ];
    case 'system':
    case 'developer':
      return [];
  }
}

function listCalls({ tool_calls: calls }: Calling): PastMessage[] {
  return (calls ?? []).map(({ id, function: { name, arguments: input } }) => ({
    role: 'assistant',
    text: `[Tool call '${id}': ${name}(${input})]`,
  }));
}

function toFiles(message: ChatMessage): Part[] {
  if (message.role === 'user') return toParts([message]).filter(({ type }) => type !== 'text');
  return message.role === 'tool' ? toParts([{ role: 'user', content: resultFiles(message) }]) : [];
}
