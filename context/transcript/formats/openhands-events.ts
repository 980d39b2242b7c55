import { readArguments } from '../read-part.js';
import {
  asList,
  asText,
  isLoose,
  joinTexts,
  toResult,
  type ForeignMessage,
  type LeftRecords,
  type Loose,
  type PlacedEvent,
} from './transcript-format.js';

const SILENT: ReadonlySet<unknown> = new Set([
  'ConversationStateUpdateEvent',
  'CondensationRequest',
  'PauseEvent',
  'TokenEvent',
  'LLMCompletionLogEvent',
]);

const READERS: Readonly<Record<string, (event: Loose) => unknown>> = {
  SystemPromptEvent: ({ system_prompt: prompt }) => ({
    role: 'system',
    content: isLoose(prompt) ? prompt['text'] : prompt,
  }),
  MessageEvent: ({ llm_message: message }) => (isLoose(message) ? message : undefined),
  ActionEvent: readAction,
  ObservationEvent: ({ tool_call_id: id, tool_name: toolName, observation }) => {
    const { content, output, is_error: isError } = isLoose(observation) ? observation : {};
    if (asList(content).some((part) => isLoose(part) && part['type'] !== 'text'))
      return { role: 'tool', tool_call_id: id, content };
    const text = joinTexts(content ?? output);
    return toResult(id, { text, toolName, isError: isError === true });
  },
  UserRejectObservation: ({ tool_call_id: id, tool_name: toolName, rejection_reason: reason }) =>
    toResult(id, { text: asText(reason) ?? '', toolName, isError: true }),
  AgentErrorEvent: ({ tool_call_id: id, tool_name: toolName, error }) =>
    toResult(id, { text: asText(error) ?? '', toolName, isError: true }),
  CondensationSummaryEvent: ({ summary }) => ({ role: 'user', content: summary }),
};

export function readEvents(events: readonly PlacedEvent[], left: LeftRecords): ForeignMessage[] {
  const forgotten = new Set(events.flatMap(({ event }) => asList(event['forgotten_event_ids'])));
  const messages: ForeignMessage[] = [];
  let summary: { placed: ForeignMessage; at: number } | undefined;
  for (const { event, line } of events) {
    const { id, kind } = event;
    if (SILENT.has(kind)) continue;
    if (kind === 'Condensation') {
      const { summary: content, summary_offset: at } = event;
      if (typeof content !== 'string') continue;
      if (summary) left.note('summary of an earlier condensation', summary.placed.line);
      const placed = { message: { role: 'user', content }, line };
      summary = { placed, at: typeof at === 'number' ? at : messages.length };
    } else if (id !== undefined && forgotten.has(id)) left.note('event before a condensation', line);
    else {
      const read = typeof kind === 'string' && Object.hasOwn(READERS, kind) ? READERS[kind] : undefined;
      const message = read?.(event);
      if (message === undefined) left.noteUnknown(kind, line);
      else messages.push({ message, line });
    }
  }
  if (summary) messages.splice(summary.at, 0, summary.placed);
  return messages;
}

function readAction(event: Loose): unknown {
  const { thought, tool_call: call, tool_call_id: id, tool_name: toolName, thinking_blocks: blocks } = event;
  const text = joinTexts(thought);
  const called = isLoose(call) ? call : {};
  const named = isLoose(called['function']) ? called['function'] : called;
  return {
    role: 'assistant',
    content: [
      ...asList(blocks),
      ...(text === '' ? [] : [{ type: 'text', text }]),
      { type: 'tool-call', toolCallId: id, toolName, input: readArguments(named['arguments']) },
    ],
  };
}
