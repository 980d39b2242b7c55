import type { TurnEvent } from '../../client/stream/stream-events.js';
import { streamResponse } from '../streams/stream-response.js';
import type { RestRequest } from './rest-route.js';

/** The events of a turn or an execution as Server-Sent Events, after the one that `Last-Event-ID` names. */
export function sendEvents(
  { c, context }: Pick<RestRequest<unknown, unknown>, 'c' | 'context'>,
  stream: (options: { from?: string; signal: AbortSignal }) => AsyncIterable<TurnEvent>,
): Promise<Response> {
  const from = c.req.header('last-event-id');
  return streamResponse(c, context, {
    pieces: (signal) => toPieces(stream(from === undefined || from === '' ? { signal } : { from, signal })),
  });
}

/** Changes as Server-Sent Events; who was away looks at what there is. */
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

/** Without names of events, so that a browser's `onmessage` hears all of them. */
async function* toPieces(events: AsyncIterable<TurnEvent>): AsyncGenerator<string, void, void> {
  for await (const event of events) yield `id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`;
}
