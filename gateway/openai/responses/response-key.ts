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
const OBJECT = 1;
const BACKGROUND = 2;

/** The id of a response. It says which turn it is, so that nothing has to be stored to find it. */
export function responseId({ flow, channel, turnId, isObject, isBackground, tools }: ResponseKey): string {
  const flags = (isObject ? OBJECT : 0) + (isBackground ? BACKGROUND : 0);
  return PREFIX + Buffer.from(JSON.stringify([flow, channel, turnId, flags, ...tools])).toString('base64url');
}

/** The turn that a response's id names; whether it is the caller's is asked with its rows. Throws a 404 for what is no such id. */
export function readResponseId(id: string, param?: string): ResponseKey {
  const [flow, channel, turnId, flags, ...tools] = parse(id);
  if (
    typeof flow !== 'string' ||
    typeof channel !== 'string' ||
    typeof turnId !== 'string' ||
    typeof flags !== 'number' ||
    !tools.every((name) => typeof name === 'string')
  )
    throw noSuchResponse(param);
  return {
    flow,
    channel,
    turnId,
    isObject: (flags & OBJECT) > 0,
    isBackground: (flags & BACKGROUND) > 0,
    tools,
  };
}

/** The error where there is no response of an id, or none of the caller's. */
export function noSuchResponse(param?: string): OpenAiError {
  const code = param === undefined ? 'not_found' : `${param.replace(/_id$/, '')}_not_found`;
  return notFound('There is no such response', code, param);
}

function parse(id: string): readonly unknown[] {
  if (!id.startsWith(PREFIX)) return [];
  try {
    const read: unknown = JSON.parse(Buffer.from(id.slice(PREFIX.length), 'base64url').toString());
    return Array.isArray(read) ? read : [];
  } catch {
    return [];
  }
}
