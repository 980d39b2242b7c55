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
  'agent_state_changed',
  'change_agent_state',
  'condensation_request',
  'null',
]);

/** The older format: actions have `args`, observations a `cause`. */
export function readActions(events: readonly PlacedEvent[], left: LeftRecords): ForeignMessage[] {
  return condense(events, left).flatMap(({ event, line }) => {
    const kind = event['action'] ?? event['observation'];
    const { extras } = event;
    if (isLoose(extras) && asText(extras['screenshot'])) left.note('picture of a browser', line);
    const message = event['action'] === undefined ? readObservation(event) : readAction(event);
    if (message !== undefined) return [{ message, line }];
    left.noteUnknown(kind, line);
    return [];
  });
}

/** The newest summary replaces condensed events. */
function condense(events: readonly PlacedEvent[], left: LeftRecords): PlacedEvent[] {
  const isForgotten = findForgotten(events);
  const kept: PlacedEvent[] = [];
  let summary: { placed: PlacedEvent; at: number } | undefined;
  for (const { event, line } of events) {
    const { action, observation, args } = event;
    if (SILENT.has(action ?? observation)) continue;
    if (action === 'condensation') {
      const { summary: content, summary_offset: at } = isLoose(args) ? args : {};
      if (typeof content !== 'string') continue;
      const placed = { event: { action: 'message', source: 'user', args: { content } }, line };
      summary = { placed, at: typeof at === 'number' ? at : kept.length };
    } else if (isForgotten(event['id'])) left.note('event before a condensation', line);
    else kept.push({ event, line });
  }
  if (summary) kept.splice(summary.at, 0, summary.placed);
  return kept;
}

function findForgotten(events: readonly PlacedEvent[]): (id: unknown) => boolean {
  const ids = new Set<unknown>();
  const ranges: [number, number][] = [];
  for (const { event } of events) {
    const { action, args } = event;
    if (action !== 'condensation' || !isLoose(args)) continue;
    const { forgotten_events_start_id: first, forgotten_events_end_id: last } = args;
    for (const id of asList(args['forgotten_event_ids'])) ids.add(id);
    if (typeof first === 'number' && typeof last === 'number') ranges.push([first, last]);
  }
  return (id) =>
    ids.has(id) || (typeof id === 'number' && ranges.some(([first, last]) => id >= first && id <= last));
}

/** Actions that no observation follows. */
const ENDS: ReadonlySet<unknown> = new Set(['finish', 'reject']);

function readEnd(given: Loose, text: unknown): unknown {
  const texts = [text, given['thought'], given['final_thought']].filter((one) => asText(one)?.trim());
  return { role: 'assistant', content: joinTexts([...new Set(texts)], '\n\n') };
}

function readAction(event: Loose): unknown {
  const { action, source, args, id, tool_call_metadata: metadata } = event;
  const given = isLoose(args) ? args : {};
  if (action === 'message' || action === 'system') {
    const role = action === 'system' ? 'system' : source === 'user' ? 'user' : 'assistant';
    return { role, content: withPictures(given['content'], given['image_urls']) };
  }
  if (typeof action !== 'string' || source !== 'agent') return undefined;
  const { thought, ...input } = given;
  const called = findCall(metadata);
  if (ENDS.has(action)) return readEnd(given, called?.text);
  const text = asText(called?.text) ?? asText(thought);
  const call = {
    type: 'tool-call',
    toolCallId: called?.id ?? `event_${String(id)}`,
    toolName: called?.name ?? action,
    input: called?.input ?? input,
  };
  return { role: 'assistant', content: [...(text ? [{ type: 'text', text }] : []), call] };
}

function readObservation(event: Loose): unknown {
  const { observation, content, cause, extras, tool_call_metadata: metadata } = event;
  const call = isLoose(metadata) ? asText(metadata['tool_call_id']) : undefined;
  if (call === undefined && (typeof cause !== 'number' || cause < 0)) return undefined;
  const id = call ?? `event_${String(cause)}`;
  const shown = withPictures(content, isLoose(extras) ? extras['image_urls'] : undefined);
  return Array.isArray(shown)
    ? { role: 'tool', tool_call_id: id, content: shown }
    : toResult(id, { text: asText(shown) ?? '', toolName: observation });
}

function withPictures(text: unknown, urls: unknown): unknown {
  if (asList(urls).length === 0) return text;
  return [
    { type: 'text', text },
    { type: 'image', image_urls: urls },
  ];
}

interface FoundCall {
  id: unknown;
  name: unknown;
  input: unknown;
  text: unknown;
}

/** Each call's record repeats the model's whole answer. */
function findCall(metadata: unknown): FoundCall | undefined {
  if (!isLoose(metadata)) return undefined;
  const { tool_call_id: id, function_name: name, model_response: response } = metadata;
  const [choice] = isLoose(response) ? asList(response['choices']) : [];
  const message = isLoose(choice) && isLoose(choice['message']) ? choice['message'] : {};
  const calls = asList(message['tool_calls']);
  const at = calls.findIndex((call) => isLoose(call) && call['id'] === id);
  const call = calls[at];
  const called = isLoose(call) && isLoose(call['function']) ? call['function'] : undefined;
  const input = called && readArguments(called['arguments']);
  return { id, name, input, text: at === 0 ? message['content'] : '' };
}
