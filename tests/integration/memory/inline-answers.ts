import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { askedSentinels } from '../../../packages/testing/asked-sentinels.js';
import type { ModelRequest } from '../../../packages/testing/model-server/index.js';
import { requestText } from '../context/fixtures/requests.js';

export const ANSWER = 'The answer is 42, < 43 and << 44.';
export const INLINE_SUMMARY = '[Topic: Numbers] They spoke of 42.';
export const BLOCK = `\n<<<META>>>\n${JSON.stringify({ summary: INLINE_SUMMARY, title: 'Forty-two' })}\n<<<END>>>`;

export function askedBlock(request: ModelRequest): string {
  const asked = askedSentinels(requestText(request));
  return asked === undefined ? '' : BLOCK.replace('<<<META>>>', asked.open).replace('<<<END>>>', asked.close);
}

export function shownAfterEach(events: readonly TurnEvent[]): string[] {
  let shown = '';
  return events.map((event) => {
    if (event.type === 'reset') shown = '';
    if (event.type === 'text-delta') shown += event.text;
    return shown;
  });
}
