import {
  lastToolResults,
  SCRIPTED_MODEL,
  startTestSystem,
  text,
  toolCalls,
  type TestSystem,
} from 'threadline/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { assistant } from '../flows/assistant.js';
import { lookUpOrder } from '../tools/look-up-order.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [assistant(SCRIPTED_MODEL)],
    tools: [lookUpOrder],
  });
});
afterAll(() => system?.stop());

test('a question about an order -> the tool runs, and the model sees its result', async () => {
  system.model.reply(toolCalls([{ name: 'look_up_order', arguments: { id: 7 } }]), text('It was shipped.'));
  const chat = system.client.conversation({ flow: 'assistant', user: system.newUser() });
  expect((await chat.ask('Where is order 7?')).text).toBe('It was shipped.');
  const results = system.model.requests.slice(-1).flatMap((request) => lastToolResults(request));
  expect(results.map((result) => JSON.parse(result.text) as unknown)).toEqual([{ id: 7, status: 'shipped' }]);
});
