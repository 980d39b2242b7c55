import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { checkKeys, checkList, checkObject } from './check-field.js';
import { fieldRequired, invalidField, badRequest, notInList } from '../errors/bad-request.js';
import { validateBlock } from './validate-block.js';

const ROLES = ['user', 'assistant'];
const MESSAGE_KEYS = ['role', 'content'];
/** Other blocks may be in any message. */
const ROLE_OF_BLOCK: Readonly<Record<string, string>> = {
  tool_result: 'user',
  image: 'user',
  document: 'user',
  tool_use: 'assistant',
  thinking: 'assistant',
  redacted_thinking: 'assistant',
};

/** Texts and tool blocks are also checked elsewhere. */
export function validateAnthropicMessages(messages: unknown): ErrorFacts | null {
  const notList = checkList(messages, 'messages');
  if (notList) return notList;
  const list = messages as readonly unknown[];
  if (list.length === 0) return invalidField('messages', 'at least one message is required');
  return firstError([() => firstErrorIn(list, validateMessage), () => validateFirstRole(list[0])]);
}

function validateFirstRole(message: unknown): ErrorFacts | null {
  if (isJsonObject(message) && message['role'] === 'user') return null;
  return invalidField('messages', 'first message must use the "user" role');
}

function validateMessage(message: unknown, index: number): ErrorFacts | null {
  const path = `messages.${index}`;
  const notObject = checkObject(message, path);
  if (notObject) return notObject;
  const { role, content } = message as JsonObject;
  return firstError([
    () => validateRole(role, `${path}.role`),
    () => checkKeys(message as JsonObject, { path, allowed: MESSAGE_KEYS }),
    () => (content === undefined ? fieldRequired(`${path}.content`) : null),
    () => (typeof content === 'string' ? null : checkList(content, `${path}.content`)),
    () =>
      firstErrorIn(Array.isArray(content) ? (content as readonly unknown[]) : [], (block, at) =>
        firstError([
          () => validateBlock(block, `${path}.content.${at}`),
          () => validateBlockRole(block, { path, role }),
        ]),
      ),
  ]);
}

function validateRole(role: unknown, path: string): ErrorFacts | null {
  if (role === undefined) return fieldRequired(path);
  if (role === 'system') {
    const message =
      'messages: Unexpected role "system". The Messages API accepts a top-level `system` parameter, not "system" as an input message role.';
    return badRequest(message);
  }
  return ROLES.includes(String(role)) ? null : notInList(path, ROLES);
}

function validateBlockRole(
  block: unknown,
  at: { readonly path: string; readonly role: unknown },
): ErrorFacts | null {
  const type = isJsonObject(block) ? String(block['type']) : '';
  const role = ROLE_OF_BLOCK[type];
  if (role === undefined || role === at.role) return null;
  return invalidField(at.path, `\`${type}\` blocks can only be in \`${role}\` messages`);
}
