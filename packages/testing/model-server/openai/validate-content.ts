import type { ErrorFacts } from '../replies/error-facts.js';
import { isJsonObject, type JsonObject } from '../http/json.js';
import { firstErrorIn } from '../http/first-error.js';
import {
  emptyArray,
  emptyString,
  invalidRequest,
  invalidType,
  missingParameter,
  unsupportedValue,
} from './invalid-request.js';

const PART_TYPES = ['text', 'image_url', 'input_audio', 'refusal', 'audio', 'file'];
const PART_TYPES_TEXT = "'text', 'image_url', 'input_audio', 'refusal', 'audio', and 'file'";

export function validateContent(message: JsonObject, index: number): ErrorFacts | null {
  const { role, content } = message;
  const param = `messages[${index}].content`;
  if (content === undefined || content === null) {
    if (role === 'assistant' && hasOtherContent(message)) return null;
    const nullContent = "Invalid value for 'content': expected a string, got null.";
    return invalidRequest(nullContent, `messages.[${index}].content`);
  }
  if (content === '') return mayBeEmpty(message) ? null : emptyString(param);
  if (typeof content === 'string') return null;
  if (!Array.isArray(content)) return invalidType(param, 'one of a string or array of objects', content);
  if (content.length === 0) return emptyArray(param);
  return firstErrorIn(content as readonly unknown[], (part, at) =>
    validatePart(part, { param: `${param}[${at}]`, role, index }),
  );
}

function hasOtherContent(message: JsonObject): boolean {
  return ['tool_calls', 'function_call', 'refusal', 'audio'].some((name) => message[name] != null);
}

/** Conversation messages must not be empty. */
function mayBeEmpty(message: JsonObject): boolean {
  return message['role'] === 'assistant' ? hasOtherContent(message) : message['role'] !== 'user';
}

function validatePart(
  part: unknown,
  at: { readonly param: string; readonly role: unknown; readonly index: number },
): ErrorFacts | null {
  if (!isJsonObject(part)) return invalidType(at.param, 'an object', part);
  const { type } = part;
  if (type === undefined) return missingParameter(`${at.param}.type`);
  if (typeof type !== 'string' || !PART_TYPES.includes(type)) {
    return unsupportedValue(`${at.param}.type`, type, PART_TYPES_TEXT);
  }
  if (type === 'text') return validateText(part['text'], `${at.param}.text`);
  if (type === 'image_url' && at.role !== 'user') {
    const message = `Invalid 'messages[${at.index}]'. Image URLs are only allowed for messages with role 'user', but this message with role '${String(at.role)}' contains an image URL.`;
    return invalidRequest(message, `messages[${at.index}]`, 'invalid_value');
  }
  return part[type] === undefined ? missingParameter(`${at.param}.${type}`) : null;
}

function validateText(text: unknown, param: string): ErrorFacts | null {
  if (text === undefined) return missingParameter(param);
  if (typeof text !== 'string') return invalidType(param, 'a string', text);
  return text === '' ? emptyString(param) : null;
}
