import type { ErrorFacts } from '../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import { firstError, firstErrorIn } from '../http/first-error.js';
import {
  emptyArray,
  invalidType,
  missingParameter,
  unknownParameter,
  unsupportedValue,
} from './invalid-request.js';
import { validateContent } from './validate-content.js';
import { validateName, validateToolCallId } from './validate-name.js';

const COMMON = ['role', 'content', 'name'];
/** Compatible servers add `reasoning_content`; their clients send it back. */
const PARAMETERS_BY_ROLE: Readonly<Record<string, readonly string[]>> = {
  system: COMMON,
  developer: COMMON,
  user: COMMON,
  assistant: [
    ...COMMON,
    'tool_calls',
    'refusal',
    'audio',
    'annotations',
    'function_call',
    'reasoning_content',
  ],
  tool: [...COMMON, 'tool_call_id'],
  function: COMMON,
};
const ROLES = "'system', 'assistant', 'user', 'function', 'tool', and 'developer'";

export function validateChatMessages(messages: unknown): ErrorFacts | null {
  if (messages === undefined || messages === null) return missingParameter('messages');
  if (!Array.isArray(messages)) return invalidType('messages', 'an array of objects', messages);
  if (messages.length === 0) return emptyArray('messages');
  return firstErrorIn(messages as readonly unknown[], validateMessage);
}

function validateMessage(message: unknown, index: number): ErrorFacts | null {
  const param = `messages[${index}]`;
  if (!isJsonObject(message)) return invalidType(param, 'an object', message);
  const { role } = message;
  if (role === undefined) return missingParameter(`${param}.role`);
  const allowed = typeof role === 'string' ? PARAMETERS_BY_ROLE[role] : undefined;
  if (!allowed) return unsupportedValue(`${param}.role`, role, ROLES);
  const unknown = Object.keys(message).find((name) => !allowed.includes(name));
  return firstError([
    () => (unknown === undefined ? null : unknownParameter(`${param}.${unknown}`)),
    () => (role === 'assistant' ? validateToolCalls(message, param) : null),
    () => (role === 'tool' ? validateToolCallId(message['tool_call_id'], `${param}.tool_call_id`) : null),
    () => validateContent(message, index),
  ]);
}

function validateToolCalls(message: JsonObject, parent: string): ErrorFacts | null {
  const calls = message['tool_calls'];
  const param = `${parent}.tool_calls`;
  if (calls === undefined || calls === null) return null;
  if (!Array.isArray(calls)) return invalidType(param, 'an array of objects', calls);
  if (calls.length === 0) return emptyArray(param);
  return firstErrorIn(calls as readonly unknown[], (call, index) =>
    validateToolCall(call, `${param}[${index}]`),
  );
}

function validateToolCall(call: unknown, param: string): ErrorFacts | null {
  if (!isJsonObject(call)) return invalidType(param, 'an object', call);
  const called = call['function'];
  return firstError([
    () => validateToolCallId(call['id'], `${param}.id`),
    () => (call['type'] === undefined ? missingParameter(`${param}.type`) : null),
    () =>
      call['type'] === 'function'
        ? null
        : unsupportedValue(`${param}.type`, call['type'], "'function' and 'custom'"),
    () => (called === undefined ? missingParameter(`${param}.function`) : null),
    () => (isJsonObject(called) ? null : invalidType(`${param}.function`, 'an object', called)),
    () => validateName(isJsonObject(called) ? called['name'] : undefined, `${param}.function.name`),
    () =>
      validateArguments(
        isJsonObject(called) ? called['arguments'] : undefined,
        `${param}.function.arguments`,
      ),
  ]);
}

function validateArguments(value: unknown, param: string): ErrorFacts | null {
  if (value === undefined) return missingParameter(param);
  return typeof value === 'string' ? null : invalidType(param, 'a string', value);
}
