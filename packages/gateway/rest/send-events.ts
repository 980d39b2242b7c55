import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { streamResponse } from '../streams/stream-response.js';
import type { RestRequest } from './rest-route.js';

export function sendEvents(
  { c, context }: Pick<RestRequest<unknown, unknown>, 'c' | 'context'>,
  stream: (options: { from?: string; signal: AbortSignal }) => AsyncIterable<TurnEvent>,
): Promise<Response> {
  const from = c.req.header('last-event-id');
  return streamResponse(c, context, {
    pieces: (signal) => toPieces(stream(from === undefined || from === '' ? { signal } : { from, signal })),
  });
}

/** Missed changes are not replayed. */
export function sendChanges(
  { c, context }: Pick<RestRequest<unknown, unknown>, 'c' | 'context'>,
  stream: (options: { signal: AbortSignal }) => AsyncIterable<object>,
): Promise<Response> {
  return streamResponse(c, context, {
    async *pieces(signal) {
      for await (const change of stream({ signal })) yield `data: ${JSON.stringify(change)}\n\n`;
    },
  });
}

/** A browser's `onmessage` receives only events without names. */
async function* toPieces(events: AsyncIterable<TurnEvent>): AsyncGenerator<string, void, void> {
  for await (const event of events) yield `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}
