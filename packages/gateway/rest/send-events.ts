import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { streamResponse } from '../streams/stream-response.js';
import { hideErrors } from './hide-errors.js';
import type { RestRequest } from './rest-route.js';

export function sendEvents(
  { c, context }: Pick<RestRequest<unknown, unknown>, 'c' | 'context'>,
  stream: (options: { from?: string; signal: AbortSignal }) => AsyncIterable<TurnEvent>,
): Promise<Response> {
  const from = c.req.header('last-event-id');
  const isAdmin = c.get('caller').admin === true;
  return streamResponse(c, context, {
    async *pieces(signal) {
      // A browser's `onmessage` receives only events without a name.
      for await (const event of stream(from === undefined || from === '' ? { signal } : { from, signal }))
        yield `id: ${event.id}\ndata: ${JSON.stringify(isAdmin ? event : hideErrors(event))}\n\n`;
    },
  });
}

/** Changes that a reader missed are not sent again. */
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
