import type { TurnEvent } from '../../../client/stream/stream-events.js';

export const ANSWER = 'The answer is 42, < 43 and << 44.';
export const INLINE_SUMMARY = '[Topic: Numbers] They spoke of 42.';
/** What is asked for after the answer. */
export const BLOCK = `\n<<<META>>>\n${JSON.stringify({ summary: INLINE_SUMMARY, title: 'Forty-two' })}\n<<<END>>>`;

/** What a reader shows after each event. */
export function shownAfterEach(events: readonly TurnEvent[]): string[] {
  let shown = '';
  return events.map((event) => {
    if (event.type === 'reset') shown = '';
    if (event.type === 'text-delta') shown += event.text;
    return shown;
  });
}
