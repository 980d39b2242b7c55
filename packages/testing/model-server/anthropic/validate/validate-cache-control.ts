import type { ErrorFacts } from '../../replies/error-facts.js';
import { firstError, firstErrorIn } from '../../http/first-error.js';
import { isJsonObject, type JsonObject } from '../../http/json.js';
import { checkObject } from './check-field.js';
import { badRequest, notInList } from '../errors/bad-request.js';

const BREAKPOINT_LIMIT = 4;
const TTLS = ['5m', '1h'];

/** At most four breakpoints in tools, system and messages. */
export function validateCacheControl(body: JsonObject): ErrorFacts | null {
  const messages = toList(body['messages']).filter(isJsonObject);
  const breakpoints = [
    ...breakpointsIn(body['tools'], 'tools'),
    ...breakpointsIn(body['system'], 'system'),
    ...messages.flatMap((message, index) => breakpointsIn(message['content'], `messages.${index}.content`)),
  ];
  return firstError([
    () => firstErrorIn(breakpoints, ([path, value]) => validateBreakpoint(value, path)),
    () => (breakpoints.length > BREAKPOINT_LIMIT ? tooMany(breakpoints.length) : null),
  ]);
}

function breakpointsIn(blocks: unknown, path: string): readonly (readonly [path: string, value: unknown])[] {
  return toList(blocks).flatMap((block, index) =>
    isJsonObject(block) && block['cache_control'] != null
      ? [[`${path}.${index}.cache_control`, block['cache_control']] as const]
      : [],
  );
}

function validateBreakpoint(value: unknown, path: string): ErrorFacts | null {
  const notObject = checkObject(value, path);
  if (notObject) return notObject;
  const { type, ttl } = value as JsonObject;
  if (type !== 'ephemeral') return notInList(`${path}.type`, ['ephemeral']);
  return ttl === undefined || TTLS.includes(String(ttl)) ? null : notInList(`${path}.ephemeral.ttl`, TTLS);
}

function tooMany(found: number): ErrorFacts {
  const limit = `A maximum of ${BREAKPOINT_LIMIT} blocks with cache_control may be provided.`;
  return badRequest(`${limit} Found ${found}.`);
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
