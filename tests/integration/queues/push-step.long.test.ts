import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';
import { begun, lastRequests, startQueueSystem } from './fixtures.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startQueueSystem();
});
afterAll(() => system?.stop());

describe('pushStep', () => {
  test('C44: a hundred steps wait -> the next is refused, and all waiting ones run', async () => {
    const running = gated('0', '.');
    system.model.reply(running, ...Array.from({ length: 100 }, (_, index) => text(`${index + 1}.`)));
    const { executionId, turnId, conversation } = await begun(system, { flow: 'plain', running });
    const taken = [];
    for (let n = 1; n <= 101; n += 1) taken.push(await push(executionId, `${n}?`));
    expect(taken.map(({ accepted }) => accepted)).toEqual([
      ...Array.from({ length: 100 }, () => true),
      false,
    ]);
    expect(taken.at(-1)).toMatchObject({ size: 100 });
    running.release();
    expect(await conversation.ask({ text: 'hi', turnId })).toMatchObject({ text: '0.' });
    const asked = lastRequests(system, 100).map((request) => request.text);
    expect(asked).toEqual(Array.from({ length: 100 }, (_, index) => `${index + 1}?`));
  });
});

function push(executionId: string, said: string, nodeId?: string) {
  return system.client.executions.pushStep(executionId, {
    text: said,
    when: 'after-answer',
    ...(nodeId !== undefined && { nodeId }),
  });
}
