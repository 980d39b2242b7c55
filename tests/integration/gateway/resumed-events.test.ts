import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

/** Yields what `EventSource` remembers, the id of the `id:` line, with each event. */
async function* readEvents(user: string, turnId: string, lastId?: string) {
  const leaving = new AbortController();
  const response = await fetch(`${gateway.url}/api/v1/conversations/assistant/turns/${turnId}/events`, {
    headers: { authorization: `Bearer ${user}`, ...(lastId !== undefined && { 'last-event-id': lastId }) },
    signal: leaving.signal,
  });
  if (!response.body) return;
  let left = '';
  try {
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const pieces = (left + chunk).split('\n\n');
      left = pieces.pop()!;
      for (const piece of pieces) {
        const [, id, data] = /^id: (.*)\ndata: (.*)$/.exec(piece) ?? [];
        if (id !== undefined && data !== undefined) yield { id, event: JSON.parse(data) as TurnEvent };
      }
    }
  } finally {
    leaving.abort();
  }
}

describe('GET …/events', () => {
  test('a reader that loses its connection after each event -> all events once, `started` after `queued` included', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'assistant', user });
    const gate = gated('One, ', 'two.');
    system.model.reply(gate, text('Three.'));
    const first = await conversation.submit({ text: 'Count', turnId: 'first' });
    for await (const { type } of conversation.stream(first.turnId)) if (type === 'text-delta') break;
    await conversation.submit({ text: 'Go on', turnId: 'second' });
    const events: TurnEvent[] = [];
    let lastId: string | undefined;
    for (;;) {
      const before = events.length;
      for await (const { id, event } of readEvents(user, 'second', lastId)) {
        lastId = id;
        events.push(event);
        break;
      }
      if (events.length === before) break;
      if (events.at(-1)?.type === 'queued') gate.release();
    }
    expect(events).toMatchObject([
      { type: 'queued', ahead: 1 },
      { type: 'started', executionId: `${conversation.workflowId}/turn/second` },
      { type: 'text-delta', text: 'Three.' },
      { type: 'done', text: 'Three.' },
    ]);
  });
});
