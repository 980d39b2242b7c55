import type { ErrorFacts } from '../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import { invalidRequest } from './invalid-request.js';

/** Maps a call to the message that answered it. */
type OpenCalls = Map<string, number | null>;

/** Each call must be answered once, directly after it. */
export function validateToolResults(value: unknown): ErrorFacts | null {
  const messages = Array.isArray(value) ? value.filter(isJsonObject) : [];
  let open: OpenCalls | null = null;
  for (const [index, message] of messages.entries()) {
    if (message['role'] === 'tool') {
      const error = validateResult(message, index, open);
      if (error) return error;
      continue;
    }
    const unanswered = validateAnswered(open, index);
    if (unanswered) return unanswered;
    open = openCalls(message);
  }
  return validateAnswered(open, messages.length);
}

function openCalls(message: JsonObject): OpenCalls | null {
  const calls = message['role'] === 'assistant' ? message['tool_calls'] : undefined;
  if (!Array.isArray(calls)) return null;
  return new Map(calls.filter(isJsonObject).map((call) => [String(call['id']), null]));
}

function validateResult(message: JsonObject, index: number, open: OpenCalls | null): ErrorFacts | null {
  if (!open) {
    const orphan =
      "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
    return invalidRequest(orphan, `messages.[${index}].role`);
  }
  const id = String(message['tool_call_id']);
  const param = `messages.[${index}].tool_call_id`;
  const answeredIn = open.get(id);
  if (answeredIn === undefined) {
    const unknown = `Invalid parameter: 'tool_call_id' of '${id}' not found in 'tool_calls' of previous message.`;
    return invalidRequest(unknown, param);
  }
  if (answeredIn !== null) {
    const twice = `Invalid parameter: Duplicate value for 'tool_call_id' of '${id}', in messages[${answeredIn}] and messages[${index}].`;
    return invalidRequest(twice, param);
  }
  open.set(id, index);
  return null;
}

function validateAnswered(open: OpenCalls | null, index: number): ErrorFacts | null {
  const missing = [...(open ?? [])].filter(([, answeredIn]) => answeredIn === null).map(([id]) => id);
  if (missing.length === 0) return null;
  const message = `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${missing.join(', ')}`;
  return invalidRequest(message, `messages.[${index}].role`);
}
