import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { calculate } from '../../../extend/tools/calculate.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { holding, tools } from './hold-tool.js';

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['hold', 'calculate'], history: { summaries: false } })],
    tools: [...tools, calculate],
  });
});
afterAll(() => system?.stop());

describe('a step that is pushed while a tool runs', () => {
  test('two of them -> in the next model call, after the results, unchanged', async () => {
    const held = await holding();
    system.model.reply(held.reply, text('Both done.'), text('Later.'));
    const { conversation, executionId, turnId } = await working(held);
    await push(executionId, 'In metres, please.');
    await push(executionId, 'And in feet.');
    await held.release();
    expect(await conversation.ask({ text: 'How far?', turnId })).toMatchObject({ text: 'Both done.' });
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      'user: How far?',
      'tool: held',
      'user: In metres, please.',
      'user: And in feet.',
    ]);
    const steered: unknown[] = [];
    for await (const event of conversation.stream(turnId)) if (event.type === 'steered') steered.push(event);
    expect(steered).toMatchObject([
      { step: 2, messages: [{ text: 'In metres, please.' }, { text: 'And in feet.' }] },
    ]);
    const { messages } = await conversation.history();
    expect(messages.map(({ text: said, joined }) => [said, joined])).toEqual([
      ['Both done.', null],
      ['And in feet.', { step: 2 }],
      ['In metres, please.', { step: 2 }],
      ['How far?', null],
    ]);
    const [, second] = await system.client.executions.explain(executionId);
    expect(JSON.stringify(second)).toContain('message sent during the turn');
    await conversation.ask('Thanks.');
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      ...['user: How far?', 'user: In metres, please.', 'user: And in feet.'],
      'assistant: Both done.',
      'user: Thanks.',
    ]);
  });

  test('for after the answer -> not sent in the call in between', async () => {
    const held = await holding();
    system.model.reply(held.reply, text('Far.'), text('3 miles.'));
    const { conversation, executionId, turnId } = await working(held);
    await push(executionId, 'In miles?', 'after-answer');
    await held.release();
    expect(await conversation.ask({ text: 'How far?', turnId })).toMatchObject({ text: 'Far.' });
    expect(spokenIn(system.model.requests.at(-1)!).slice(-2)).toEqual(['assistant: Far.', 'user: In miles?']);
  });
});

describe('a step that is pushed while the agent answers', () => {
  test('two of them -> both are in the next call, and the answer stays', async () => {
    const running = gated('Ber', 'lin.');
    system.model.reply(running, text('Checked.'));
    const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
    const { executionId, turnId } = await conversation.submit('Germany?');
    await running.started;
    await push(executionId, 'Check it.');
    await push(executionId, 'Twice.');
    running.release();
    expect(await conversation.ask({ text: 'Germany?', turnId })).toMatchObject({ text: 'Berlin.' });
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      'user: Germany?',
      'assistant: Berlin.',
      'user: Check it.',
      'user: Twice.',
    ]);
    expect((await conversation.history()).messages.map(({ text: said }) => said)).toEqual([
      ...['Checked.', 'Twice.', 'Check it.', 'Berlin.', 'Germany?'],
    ]);
  });
});

async function working(held: { began(): Promise<void> }) {
  const conversation = system.client.conversation({ flow: 'chat', user: system.newUser() });
  const submitted = await conversation.submit('How far?');
  await held.began();
  return { ...submitted, conversation };
}

function push(executionId: string, said: string, when?: 'after-answer') {
  return system.client.executions.pushStep(executionId, { text: said, ...(when && { when }) });
}
