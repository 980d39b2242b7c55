import type { ArchivedAssistantMessage, ArchivedMessage, ArchivedToolMessage } from './archive-message.js';
import { isNotSystem, type ConversationMessage } from './without-system.js';

/** Returns messages that any provider accepts. Of several results of one call, keeps the first. */
export function cleanMessages(messages: readonly ArchivedMessage[]): ConversationMessage[] {
  const spoken = messages.filter(isNotSystem);
  return spoken.flatMap((message, index) => {
    switch (message.role) {
      case 'user':
        return [message];
      case 'assistant':
        return cleanExchange(message, answersAfter(spoken, index));
      case 'tool':
        return [];
    }
  });
}

function answersAfter(spoken: readonly ConversationMessage[], index: number): ArchivedToolMessage[] {
  const answers: ArchivedToolMessage[] = [];
  for (let next = index + 1; next < spoken.length; next++) {
    const message = spoken[next];
    if (message?.role !== 'tool') break;
    answers.push(message);
  }
  return answers;
}

function cleanExchange(
  assistant: ArchivedAssistantMessage,
  answers: readonly ArchivedToolMessage[],
): ConversationMessage[] {
  const { toolCalls = [], ...rest } = assistant;
  const calls = firstOfEachId(
    toolCalls.map((call) => ({ ...call, id: call.id.trim() })),
    (call) => call.id,
  );
  const called = new Set(calls.map((call) => call.id));
  const results = firstOfEachId(
    answers.map((answer) => ({ ...answer, toolCallId: answer.toolCallId.trim() })),
    (answer) => answer.toolCallId,
  ).filter((answer) => called.has(answer.toolCallId));

  if (calls.length > 0 && results.length === calls.length) return [{ ...rest, toolCalls: calls }, ...results];
  return rest.text?.trim() ? [rest] : [];
}

function firstOfEachId<T>(items: readonly T[], idOf: (item: T) => string): T[] {
  const known = new Set(['']);
  return items.filter((item) => {
    const isNew = !known.has(idOf(item));
    known.add(idOf(item));
    return isNew;
  });
}
