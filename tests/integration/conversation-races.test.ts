import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { cancelOverLimit, RACE_OPTIONS } from './fixtures/conversation-races.js';

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
});
