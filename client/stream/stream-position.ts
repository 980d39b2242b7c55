import { formatEventId, parseEventId, STREAM_START, type StreamCursor } from './stream-cursor.js';

/** Separate positions, so other work never delays the answer. */
export interface StreamPosition {
  shown: StreamCursor;
  work: StreamCursor;
}

export const POSITION_START: StreamPosition = { shown: STREAM_START, work: STREAM_START };
const SEPARATOR = '~';

/** Parses `<position>` or `<position>~<position in other work>`. Throws `Client.InvalidCursor`. */
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

/** A flow with a single agent needs just one position. */
export function formatPosition({ shown, work }: StreamPosition, isEnd = false): string {
  if (work.step === 0) return formatEventId(shown, isEnd);
  return `${formatEventId(shown)}${SEPARATOR}${formatEventId(work, isEnd)}`;
}
