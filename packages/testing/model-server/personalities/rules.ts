import { objectsIn, type JsonObject } from '../http/json.js';
import type { ErrorFacts } from '../http/model-request.js';
import type { RequestRule } from './personality.js';

type ServerError = (message: string) => ErrorFacts;

/** llama.cpp reports a failed template as its own error, with the template's source. */
export const llamaCppError: ServerError = (problem) => {
  const message = `\n------------\nWhile executing CallExpression at line 85, column 32 in source:\n...{{- raise_exception('${problem}') }}...\n                                  ^\nError: Jinja Exception: ${problem}`;
  return { status: 500, message, type: 'server_error', param: null, code: 500 };
};

export function vllmError(message: string, type = 'BadRequestError'): ErrorFacts {
  return { status: 400, message, type, param: null, code: 400 };
}

export function systemFirst(toError: ServerError): RequestRule {
  return ({ messages }) =>
    messages.findLastIndex(isSystem) > 0 ? toError('System message must be at the beginning.') : null;
}

export const oneSystem: RequestRule = ({ messages }) =>
  messages.filter(isSystem).length > 1 ? vllmError('only one system message is allowed') : null;

export const noSystem: RequestRule = ({ messages }) =>
  messages.some(isSystem) ? vllmError('System role not supported') : null;

/** Mistral's templates do not count tool calls and results. */
export const alternatingRoles: RequestRule = ({ messages }) => {
  const turns = (isSystem(messages[0]) ? messages.slice(1) : messages).filter(
    ({ role, tool_calls: calls }) => role !== 'tool' && !(role === 'assistant' && Array.isArray(calls)),
  );
  const isBroken = turns.some(({ role }, index) => role !== (index % 2 === 0 ? 'user' : 'assistant'));
  return isBroken
    ? llamaCppError('Conversation roles must alternate user/assistant/user/assistant/...')
    : null;
};

export const nineCharacterIds: RequestRule = ({ messages }) =>
  messages.flatMap(listIds).every((id) => /^[a-zA-Z0-9]{9}$/.test(String(id)))
    ? null
    : llamaCppError('Tool call IDs should be alphanumeric strings with length 9!');

export const reasoningWithCalls: RequestRule = ({ messages }) => {
  const index = messages.findIndex(
    ({ tool_calls: calls, reasoning_content: reasoning }) => Array.isArray(calls) && !reasoning,
  );
  const message = `thinking is enabled but reasoning_content is missing in assistant tool call message at index ${index}`;
  return index < 0 ? null : vllmError(message, 'invalid_request_error');
};

export const noTools: RequestRule = ({ body, messages }) => {
  const message = `registry.ollama.ai/library/${String(body['model'])} does not support tools`;
  const hasTools = objectsIn(body['tools']).length > 0 || messages.some(({ role }) => role === 'tool');
  return hasTools ? { ...vllmError(message, 'api_error'), code: null } : null;
};

export const userLast: RequestRule = ({ messages }) => {
  const message = 'The last message must be from the user: the model does not support assistant prefill.';
  const isLast = ['user', 'tool'].includes(String(messages.at(-1)?.['role']));
  return isLast ? null : vllmError(message, 'invalid_request_error');
};

function isSystem(message: JsonObject | undefined): boolean {
  return message?.['role'] === 'system' || message?.['role'] === 'developer';
}

function listIds({ role, tool_calls: calls, tool_call_id: answered }: JsonObject): readonly unknown[] {
  return role === 'tool' ? [answered] : objectsIn(calls).map(({ id }) => id);
}
