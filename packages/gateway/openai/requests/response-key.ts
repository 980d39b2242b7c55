import { notFound, type OpenAiError } from '../errors/openai-error.js';

/** The id contains these fields, so that finding the turn needs no storage. */
export interface ResponseKey {
  flow: string;
  channel: string;
  turnId: string;
  /** Sent as an object after validation. */
  isObject: boolean;
  isBackground: boolean;
  isStored: boolean;
  tools: readonly string[];
}

const PREFIX = 'resp_';
const MESSAGE_PREFIX = 'msg_';
const CALL_PREFIX = 'fc_';
const OBJECT = 1;
const BACKGROUND = 2;
const NOT_STORED = 4;

export function responseId(key: ResponseKey): string {
  return PREFIX + encode(toFields(key));
}

export function messageId(key: ResponseKey): string {
  return MESSAGE_PREFIX + encode(toFields(key));
}

export function callItemId(key: ResponseKey, callId: string): string {
  return CALL_PREFIX + encode([callId, ...toFields(key)]);
}

/** Throws a 404. The rows, not this function, check the owner. */
export function readResponseId(id: string, param?: string): ResponseKey {
  const key = id.startsWith(PREFIX) ? toKey(decode(id.slice(PREFIX.length))) : undefined;
  if (!key) throw noSuchResponse(param);
  return key;
}

export function readItemId(id: string): { key: ResponseKey; callId: string | undefined } | undefined {
  const isCall = id.startsWith(CALL_PREFIX);
  if (!isCall && !id.startsWith(MESSAGE_PREFIX)) return undefined;
  const fields = decode(id.slice(id.indexOf('_') + 1));
  const [callId] = isCall ? fields : [];
  const key = toKey(isCall ? fields.slice(1) : fields);
  if (!key || (isCall && typeof callId !== 'string')) return undefined;
  return { key, callId: typeof callId === 'string' ? callId : undefined };
}

export function noSuchResponse(param?: string): OpenAiError {
  const code = param === undefined ? 'not_found' : `${param.replace(/_id$/, '')}_not_found`;
  return notFound('The response does not exist', code, param);
}

function toFields({
  flow,
  channel,
  turnId,
  isObject,
  isBackground,
  isStored,
  tools,
}: ResponseKey): unknown[] {
  const flags = (isObject ? OBJECT : 0) + (isBackground ? BACKGROUND : 0) + (isStored ? 0 : NOT_STORED);
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
    isStored: (flags & NOT_STORED) === 0,
    tools,
  };
}

export function encode(fields: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(fields)).toString('base64url');
}

export function decode(text: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
