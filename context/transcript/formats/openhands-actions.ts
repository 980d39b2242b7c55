import { readArguments } from '../read/read-part.js';
import {
  asList,
  asText,
  isLoose,
  toResult,
  type ForeignMessage,
  type LeftRecords,
  type Loose,
  type PlacedEvent,
} from './transcript-format.js';

/** Changes of the program's state, which no model is sent. */
const SILENT: ReadonlySet<unknown> = new Set(['agent_state_changed', 'change_agent_state', 'null']);

/** Reads the events of the first format: actions with `args`, and observations with the id of their `cause`. */
export function readActions(events: readonly PlacedEvent[], left: LeftRecords): ForeignMessage[] {
  return events.flatMap(({ event, line }) => {
    const kind = event['action'] ?? event['observation'];
    if (SILENT.has(kind)) return [];
    const message = event['action'] === undefined ? readObservation(event) : readAction(event);
    if (message !== undefined) return [{ message, line }];
    left.noteUnknown(kind, line);
    return [];
  });
}

function readAction(event: Loose): unknown {
  const { action, source, args, id, tool_call_metadata: metadata } = event;
  const given = isLoose(args) ? args : {};
  if (action === 'message' || action === 'system') {
    const role = action === 'system' ? 'system' : source === 'user' ? 'user' : 'assistant';
    return { role, content: given['content'] };
  }
  if (typeof action !== 'string' || source !== 'agent') return undefined;
  const { thought, ...input } = given;
  const called = findCall(metadata);
  const text = asText(called?.text) ?? asText(thought);
  const call = {
    type: 'tool-call',
    toolCallId: called?.id ?? `event_${String(id)}`,
    toolName: called?.name ?? action,
    input: called?.input ?? input,
  };
  return { role: 'assistant', content: [...(text ? [{ type: 'text', text }] : []), call] };
}

function readObservation({ observation, content, cause, tool_call_metadata: metadata }: Loose): unknown {
  const call = isLoose(metadata) ? asText(metadata['tool_call_id']) : undefined;
  if (call === undefined && (typeof cause !== 'number' || cause < 0)) return undefined;
  return toResult(call ?? `event_${String(cause)}`, { text: asText(content) ?? '', toolName: observation });
}

interface FoundCall {
  id: unknown;
  name: unknown;
  input: unknown;
  /** The text beside the calls, at the first of them alone. */
  text: unknown;
}

/** The call as the model wrote it, from its answer, which is stored with each of its calls. */
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
