import { ThreadlineError } from '../threadline-error.js';

/**
 * Formatted as `<step>.<attempt>.<offset>[r<reasoning>][.<tools>[_<early>...]][.end]`. Offsets are in UTF-16
 * units.
 */
export interface StreamCursor {
  step: number;
  attempt: number;
  offset: number;
  reasoning: number;
  /** Events sent so far: one per tool call, then one per result, in the order of the calls. */
  tools: number;
  /** Ordinals of results that were sent before the result of an earlier call. */
  early?: readonly number[] | undefined;
}

export const STREAM_START: StreamCursor = { step: 0, attempt: 0, offset: 0, reasoning: 0, tools: 0 };
const END = 'end';
const EVENT_ID =
  /^(\d{1,12})\.(\d{1,9})\.(\d{1,9})(?:r(\d{1,9}))?(?:\.(\d{1,9})((?:_\d{1,9}){0,1000}))?(\.end)?$/;

export function parseEventId(id: string): StreamCursor & { isEnd: boolean } {
  const match = EVENT_ID.exec(id);
  if (match === null)
    throw new ThreadlineError(
      'Client.InvalidCursor',
      `Event id '${id.slice(0, 60)}' is not of the form <step>.<attempt>.<offset>`,
    );
  const [step = 0, attempt = 0, offset = 0, reasoning = 0, tools = 0] = match
    .slice(1, 6)
    .map((part) => Number(part ?? 0));
  const early = match[6] ? { early: match[6].slice(1).split('_').map(Number) } : {};
  return { step, attempt, offset, reasoning, tools, ...early, isEnd: match[7] !== undefined };
}

/** `isEnd` marks a stream's last event. */
export function formatEventId(
  { step, attempt, offset, reasoning, tools, early = [] }: StreamCursor,
  isEnd = false,
): string {
  const streamed = `${offset}${reasoning > 0 ? `r${reasoning}` : ''}`;
  const called = tools > 0 ? `.${[tools, ...early].join('_')}` : '';
  return `${step}.${attempt}.${streamed}${called}${isEnd ? `.${END}` : ''}`;
}

export function hasResult(
  { tools, early = [] }: StreamCursor,
  { ordinal, asked }: { ordinal: number; asked: number },
): boolean {
  return ordinal <= tools - asked || early.includes(ordinal);
}

/** Moves early results into `tools` once all results before them were sent. */
export function withResult(
  { tools, early = [] }: StreamCursor,
  { ordinal, asked }: { ordinal: number; asked: number },
): Pick<StreamCursor, 'tools' | 'early'> {
  const rest = new Set([...early, ordinal]);
  let count = tools;
  while (rest.delete(count - asked + 1)) count += 1;
  return { tools: count, early: rest.size === 0 ? undefined : [...rest].sort((one, other) => one - other) };
}
