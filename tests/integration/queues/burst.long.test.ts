import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { MAX_QUEUED_TURNS } from '../../../protocol/limits.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { postTurnSignal, statusQuery } from '../../../workflows/definitions.js';

const SIGNALS = 500;
const running = gated('answered ', 'first');

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    model: { script: (request) => (request.text === 'first' ? running : text('later')) },
  });
});
afterAll(() => system?.stop());

describe('a conversation', () => {
  test('500 Signals during a turn -> 100 wait, 400 are rejected; count and reason survive Continue-As-New', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    await conversation.submit('first');
    await running.started;
    const { workflow } = system.temporal;
    const handle = workflow.getHandle(conversation.workflowId);
    await Promise.all(
      Array.from({ length: SIGNALS }, (_, number) =>
        handle.signal(postTurnSignal, { text: `message ${number}`, turnId: `burst-${number}` }),
      ),
    );
    const refused = {
      count: SIGNALS - MAX_QUEUED_TURNS,
      last: `${MAX_QUEUED_TURNS} messages are already waiting; send this one again later`,
    };
    await expect
      .poll(() => handle.query(statusQuery), { timeout: 60_000 })
      .toMatchObject({ refused, queued: { length: MAX_QUEUED_TURNS } });

    const { runId } = await handle.describe();
    running.release();
    await expect.poll(async () => (await handle.describe()).runId, { timeout: 60_000 }).not.toBe(runId);
    expect(await handle.query(statusQuery)).toMatchObject({ refused });
    await handle.cancel();
    await handle.result().catch(() => undefined);
  }, 180_000);
});
