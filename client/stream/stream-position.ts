import { formatEventId, parseEventId, STREAM_START, type StreamCursor } from './stream-cursor.js';

/**
 * How far a reader of an execution is: in what the nodes say that answer, and in the tool calls of the others. The
 * two go on by themselves, so that nobody waits for an answer because other work is not done.
 */
export interface StreamPosition {
  shown: StreamCursor;
  work: StreamCursor;
}

export const POSITION_START: StreamPosition = { shown: STREAM_START, work: STREAM_START };
const SEPARATOR = '~';

/** Reads an event id: `<place>`, or `<place>~<place of other work>`. Throws `Client.InvalidCursor`. */
export function parsePosition(id: string): StreamPosition & { isEnd: boolean } {
  const at = id.indexOf(SEPARATOR);
  if (at < 0) {
    const { isEnd, ...shown } = parseEventId(id);
    return { shown, work: STREAM_START, isEnd };
  }
  const { isEnd: _isEnd, ...shown } = parseEventId(id.slice(0, at));
  const { isEnd, ...work } = parseEventId(id.slice(at + SEPARATOR.length));
  return { shown, work, isEnd };
}

/** The id of a position; of a flow of one agent that of its place alone. */
export function formatPosition({ shown, work }: StreamPosition, isEnd = false): string {
  if (work.step === 0) return formatEventId(shown, isEnd);
  return `${formatEventId(shown)}${SEPARATOR}${formatEventId(work, isEnd)}`;
}
