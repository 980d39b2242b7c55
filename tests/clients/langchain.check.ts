import { ChatOpenAI } from '@langchain/openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from '../integration/gateway/serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const weather = {
  type: 'function' as const,
  function: {
    name: 'weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const CALL_ID = expect.stringMatching(/^call_[0-9a-f]{24}$/) as string;

describe('@langchain/openai', () => {
  test('a question -> asks and streams', async () => {
    system.model.reply(text('Whole.'), text('In pieces.'));
    const model = new ChatOpenAI({
      model: 'assistant',
      apiKey: system.newUser(),
      configuration: {
        baseURL: `${gateway.url}/v1`,
        defaultHeaders: { 'x-threadline-conversation': 'chain' },
      },
    });
    expect((await model.invoke('hello')).content).toBe('Whole.');
    let said = '';
    for await (const { content } of await model.stream('hello')) said += content as string;
    expect(said).toBe('In pieces.');
  });

  test('bound tools -> its own message with the call, and its answer after it', async () => {
    system.model.reply(
      toolCalls([{ id: 'call_rome', name: 'weather', arguments: { city: 'Rome' } }]),
      text('Warm.'),
    );
    const bound = new ChatOpenAI({
      model: 'assistant',
      apiKey: system.newUser(),
      configuration: { baseURL: `${gateway.url}/v1` },
    }).bindTools([weather]);
    const asked = await bound.invoke('How is it in Rome?');
    expect(asked.tool_calls).toMatchObject([{ id: CALL_ID, name: 'weather', args: { city: 'Rome' } }]);
    const answer = await bound.invoke([
      { role: 'user', content: 'How is it in Rome?' },
      asked,
      { role: 'tool', tool_call_id: asked.tool_calls![0]!.id!, content: '24' },
    ]);
    expect(answer.content).toBe('Warm.');
  });
});
