import type { ModelMessage, ToolContent } from 'ai';
import type { AssistantParts, TraceContent } from './trace-content.js';

/** A message of a thread, or of the input of an execution outside one. */
export interface ThreadText {
  role: 'user' | 'assistant';
  content: string;
}

/** A message of an execution's own steps. */
export interface TraceEntry {
  role: 'assistant' | 'tool';
  content: TraceContent;
}

/**
 * The messages of a context, in the AI SDK's shape: the thread's texts, then the execution's own steps.
 * Neighbouring user messages (an earlier turn failed) become one, which every provider accepts.
 */
export function toMessages(thread: readonly ThreadText[], trace: readonly TraceEntry[]): ModelMessage[] {
  const messages: ModelMessage[] = [];
  for (const { role, content } of thread) {
    const last = messages.at(-1);
    if (role === 'user' && last?.role === 'user' && typeof last.content === 'string')
      messages[messages.length - 1] = { role, content: `${last.content}\n\n${content}` };
    else messages.push({ role, content });
  }
  for (const { role, content } of trace) {
    if (role === 'tool') messages.push({ role, content: content as ToolContent });
    else messages.push({ role, content: toAssistantContent(content) });
  }
  return messages;
}

/**
 * Reasoning goes back to a provider only with that provider's own mark on it (a signature, an item id). A tool
 * call's input goes back as an object, which is all that every provider takes; what it was is in the trace,
 * and its error result quotes it.
 */
function toAssistantContent(content: TraceContent): AssistantParts {
  // A trace row of role `assistant` holds assistant parts: the table's two content types are told apart by role.
  return (content as AssistantParts)
    .filter((part) => part.type !== 'reasoning' || part.providerOptions !== undefined)
    .map((part) => (part.type === 'tool-call' && !isObject(part.input) ? { ...part, input: {} } : part));
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
