import { MAX_INTEGER } from './limits.js';

/** Where a sub-thread starts. */
export interface ThreadAnchor {
  /** The sub-thread of the message. Default: the conversation itself. */
  thread?: string;
  /** The position in its thread, from 1. */
  message: number;
  /** The UTF-16 offset of the text. Default: the message's start. */
  start?: number;
  /** Exclusive. Default: the message's end. */
  end?: number;
}

export const MAX_THREAD_DEPTH = 20;
const FIELDS: readonly string[] = ['thread', 'message', 'start', 'end'];

export function anchorProblem(anchor: unknown): string | undefined {
  if (typeof anchor !== 'object' || anchor === null || Array.isArray(anchor))
    return 'A thread\'s anchor is an object like {"message":3}';
  const { thread, message, start, end } = anchor as Record<string, unknown>;
  const unknown = Object.keys(anchor).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined)
    return `A thread's anchor has the unknown field '${unknown.slice(0, 40).toWellFormed()}'; known are ${FIELDS.join(', ')}`;
  if (thread !== undefined && typeof thread !== 'string')
    return `An anchor's thread is its id, not of type ${typeof thread}`;
  if (!isPlace(message) || message < 1)
    return `An anchor's message must be a position in the thread, from 1, not ${shown(message)}`;
  for (const [name, offset] of [['start', start] as const, ['end', end] as const])
    if (offset !== undefined && !isPlace(offset))
      return `An anchor's ${name} must be a whole number of UTF-16 units from 0, not ${shown(offset)}`;
  if (isPlace(end) && (isPlace(start) ? start : 0) >= end)
    return `An anchor's end ${end} is not after its start ${isPlace(start) ? start : 0}`;
  return undefined;
}

function isPlace(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MAX_INTEGER;
}

function shown(value: unknown): string {
  return typeof value === 'number' ? String(value) : `of type ${typeof value}`;
}
