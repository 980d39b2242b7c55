import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ClientContext } from '../../client/client-context.js';
import { createTurnNotices } from '../../client/changes/turn-notices.js';
import { createProgressReader } from '../../client/stream/progress-reader.js';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import { streamTurn } from '../../client/stream/stream-turn.js';
import { createChangeListener } from '../../store/listen.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
let listener: ReturnType<typeof createChangeListener>;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  listener = createChangeListener(system.databaseUrl);
});
afterAll(async () => {
  await listener?.close();
  await system?.stop();
});

describe('streamTurn', () => {
  test('a turn that begins and ends while its reader polls -> all of its text, then its end', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    system.model.reply(text('It is warm.'));
    await conversation.ask({ text: 'How is it in Rome?', turnId: 't1' });
    const events: TurnEvent[] = [];
    const input = { conversationId: conversation.workflowId, turnId: 't1' };
    for await (const event of streamTurn(lateContext(), input)) events.push(event);
    expect(events).toMatchObject([
      { type: 'started' },
      { type: 'text-delta', text: 'It is warm.' },
      { type: 'done', text: 'It is warm.' },
    ]);
  });
});

function lateContext(): ClientContext {
  const { db, temporal, taskQueue } = system;
  const progress = createProgressReader(db);
  let isFirst = true;
  return {
    db,
    temporal,
    taskQueue,
    listener,
    turnNotices: createTurnNotices(listener),
    progress: {
      read(place) {
        if (!isFirst) return progress.read(place);
        isFirst = false;
        return Promise.resolve(undefined);
      },
    },
    timeoutMs: 30_000,
    user: undefined,
    roles: [],
    isOperator: true,
    actor: undefined,
    via: 'client',
    trajectoryFolder: undefined,
    planner: undefined,
  };
}
