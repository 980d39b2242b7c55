import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { statusQuery } from '../../workflows/definitions.js';
import {
  cancelOverLimit,
  dropWhileClosing,
  RACE_OPTIONS,
  refuseMany,
  postAfterCancel,
} from './fixtures/conversation-races.js';

let system: TestSystem;
beforeEach(async () => {
  system = await startTestSystem(inject('environment'), RACE_OPTIONS);
});
afterEach(() => system?.stop());

describe('conversation', () => {
  test('cancel of a message that its user limit refuses -> nothing to cancel; the conversation ends when idle', async () => {
    const { handle, outcome } = await cancelOverLimit(system);
    expect(await outcome).toEqual({ turnId: null, status: null });
    await handle.result();
  });

  test('canceled while a fork waits for Postgres, then a message -> it is stored as canceled', async () => {
    const { handle, outcome } = await postAfterCancel(system);
    await outcome;
    await expect(handle.result()).rejects.toThrow(/cancel/i);
    const turns = await system.db
      .selectFrom('turn')
      .select(['turn_id', 'status'])
      .orderBy('turn_id')
      .execute();
    expect(turns).toEqual([
      { turn_id: 'one', status: 'completed' },
      { turn_id: 'two', status: 'cancelled' },
    ]);
  });

  test('a drop that arrives while the conversation closes -> refused with the reason', async () => {
    const { handle, outcome } = await dropWhileClosing(system);
    await outcome;
    expect(await handle.query(statusQuery)).toMatchObject({ refused: { count: 1 } });
  });

  test('34 messages to an unknown flow at once -> the `ask` that repeats the oldest is refused; the Workflow ends', async () => {
    const { handle, outcome } = await refuseMany(system);
    await expect(outcome).rejects.toMatchObject({ cause: { type: 'Conversation.UnknownFlow' } });
    await expect(handle.result()).rejects.toMatchObject({ cause: { type: 'Conversation.UnknownFlow' } });
  });
});
