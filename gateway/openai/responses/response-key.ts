import { notFound, type OpenAiError } from '../errors/openai-error.js';

/** Which turn a response is, and what of its request says how it is told. All of it is in the response's id. */
export interface ResponseKey {
  flow: string;
  channel: string;
  turnId: string;
  /** Its answer is an object by a schema, told when it is checked. */
  isObject: boolean;
  isBackground: boolean;
  /** Names of the tools that the caller brought: calls of these are told. */
  tools: readonly string[];
}

const PREFIX = 'resp_';
const MESSAGE_PREFIX = 'msg_';
const CALL_PREFIX = 'fc_';
const OBJECT = 1;
const BACKGROUND = 2;

/** The id of a response. It names the turn, so that nothing has to be stored to find it. */
export function responseId(key: ResponseKey): string {
  return PREFIX + encode(toFields(key));
}

/** The id of the message that answers a turn. */
export function messageId(key: ResponseKey): string {
  return MESSAGE_PREFIX + encode(toFields(key));
}

/** The id of a call that a response ends with. `callId` is the one that its result names. */
export function callItemId(key: ResponseKey, callId: string): string {
  return CALL_PREFIX + encode([callId, ...toFields(key)]);
}

/** The turn that a response's id names; whether it is the caller's is asked with its rows. Throws a 404 for what is no such id. */
export function readResponseId(id: string, param?: string): ResponseKey {
  const key = id.startsWith(PREFIX) ? toKey(decode(id.slice(PREFIX.length))) : undefined;
  if (key === undefined) throw noSuchResponse(param);
  return key;
}

/** The response that an item belongs to, and for a call its `callId`. Undefined if no response has such an item. */
export function readItemId(id: string): { key: ResponseKey; callId: string | undefined } | undefined {
  const isCall = id.startsWith(CALL_PREFIX);
  if (!isCall && !id.startsWith(MESSAGE_PREFIX)) return undefined;
  const fields = decode(id.slice(id.indexOf('_') + 1));
  const [callId] = isCall ? fields : [];
  const key = toKey(isCall ? fields.slice(1) : fields);
  if (key === undefined || (isCall && typeof callId !== 'string')) return undefined;
  return { key, callId: typeof callId === 'string' ? callId : undefined };
}

/** The error where there is no response of an id, or none of the caller's. */
export function noSuchResponse(param?: string): OpenAiError {
  const code = param === undefined ? 'not_found' : `${param.replace(/_id$/, '')}_not_found`;
  return notFound('There is no such response', code, param);
}

function toFields({ flow, channel, turnId, isObject, isBackground, tools }: ResponseKey): unknown[] {
  const flags = (isObject ? OBJECT : 0) + (isBackground ? BACKGROUND : 0);
  return [flow, channel, turnId, flags, ...tools];
}

function toKey([flow, channel, turnId, flags, ...tools]: readonly unknown[]): ResponseKey | undefined {
  if (
    typeof flow !== 'string' ||
    typeof channel !== 'string' ||
    typeof turnId !== 'string' ||
    typeof flags !== 'number' ||
    !tools.every((name) => typeof name === 'string')
  )
    return undefined;
  return {
    flow,
    channel,
    turnId,
    isObject: (flags & OBJECT) > 0,
    isBackground: (flags & BACKGROUND) > 0,
    tools,
  };
}

/** Writes fields as a part of an id. */
export function encode(fields: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

/** Reads the fields of a part of an id; none if the text is not such a part. */
export function decode(text: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
