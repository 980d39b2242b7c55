import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text, type Reply } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../../packages/testing/worker-process.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { startEarlyRollover } from '../fixtures/early-rollover.js';
import { runsOf } from '../flows/fixtures/runs-of.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { holding, tools, type Held } from './hold-tool.js';

const module = fileURLToPath(new URL('./hold-tool.ts', import.meta.url));
const FLOWS = [agentFlow({ slug: 'chat', tools: ['hold'], history: { summaries: false } })];
const FRANCE = { text: 'France?', turnId: 'france' };
const SPAIN = { text: 'Spain?', turnId: 'spain' };

describe('change, whose worker is killed', () => {
  let held: Held;
  let firstAnswer: Reply;
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem(inject('environment'), {
      flows: FLOWS,
      tools,
      model: {
        script({ messages }) {
          const said = JSON.stringify(messages);
          if (said.includes('France?')) return text('Paris.');
          if (said.includes('Spain?')) return text('Madrid.');
          if (said.includes('Tell me.')) return firstAnswer;
          return held.reply;
        },
      },
      withoutWorker: true,
    });
  });
  afterAll(() => system?.stop());

  test.each<[string, Fault]>([
    ['before it is stored', { point: 'storeTurns.before', action: 'kill', nth: 4 }],
    ['as it is stored', { point: 'storeTurns.after', action: 'kill', nth: 4 }],
    ['as the turn that it interrupts is finished', { point: 'finishExecution.after', action: 'kill' }],
  ])('%s, to interrupt -> answered once, next, under its id', async (_name, fault) => {
    const running = gated('Once upon', ' never');
    firstAnswer = running;
    const first = await startWorkerProcess(system, fault, { module });
    const conversation = newConversation(system);
    await conversation.submit('Tell me.');
    await running.started;
    await conversation.submit(SPAIN);
    await conversation.submit(FRANCE);
    const changed = conversation.change('france', { whileRunning: 'interrupt' });
    await first.faulted;
    const second = await system.startWorker();
    expect(await changed).toMatchObject({ turnId: 'france' });
    expect(await conversation.ask(FRANCE)).toMatchObject({ turnId: 'france', text: 'Paris.' });
    await conversation.ask(SPAIN);
    const { messages } = await conversation.history();
    const said = messages.toReversed().map((message) => message.text);
    expect(said.filter((words) => words !== 'Once upon')).toEqual([
      ...['Tell me.', 'France?', 'Paris.', 'Spain?', 'Paris.'],
    ]);
    running.release();
    await first.exited;
    await second.shutdown();
  });

  test.each<[string, Fault]>([
    ['before it is stored', { point: 'storeTurns.before', action: 'kill', nth: 3 }],
    ['as it is stored', { point: 'storeTurns.after', action: 'kill', nth: 3 }],
  ])('%s, to a text over 64 KB -> the text is answered, once', async (_name, fault) => {
    const running = gated('Once upon', ' a time.');
    firstAnswer = running;
    const first = await startWorkerProcess(system, fault, { module });
    const conversation = newConversation(system);
    await conversation.submit('Tell me.');
    await running.started;
    await conversation.submit({ text: 'Norway?', turnId: 'france' });
    const long = `France? ${'sun '.repeat(20_000)}`;
    const changed = conversation.change('france', { text: long });
    await first.faulted;
    const second = await system.startWorker();
    expect(await changed).toMatchObject({ turnId: 'france' });
    running.release();
    expect(await conversation.ask({ text: 'Norway?', turnId: 'france' })).toMatchObject({ text: 'Paris.' });
    expect((await conversation.history()).messages.map((message) => message.text)).toContain(long);
    await first.exited;
    await second.shutdown();
  });

  test.each<[string, Fault]>([
    ['before it is stored', { point: 'storeTurns.before', action: 'kill', nth: 3 }],
    ['as it is stored', { point: 'storeTurns.after', action: 'kill', nth: 3 }],
    ['before it is known that the message joined', { point: 'findJoined.before', action: 'kill' }],
  ])('%s, to steer -> joins the running turn, once', async (_name, fault) => {
    held = await holding();
    const first = await startWorkerProcess(system, fault, { module });
    const conversation = newConversation(system);
    const { turnId } = await conversation.submit('How far?');
    await held.began();
    await conversation.submit(FRANCE);
    const changed = conversation.change('france', { whileRunning: 'steer' });
    if (fault.point === 'findJoined.before') await changed;
    else await first.faulted;
    const second = fault.point === 'findJoined.before' ? undefined : await system.startWorker();
    await changed;
    await held.release();
    await first.faulted;
    const third = second ?? (await system.startWorker());
    expect(await conversation.ask(FRANCE)).toMatchObject({ turnId, text: 'Paris.' });
    await expect.poll(async () => (await conversation.status())?.state).toBe('idle');
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      ...['user: How far?', 'tool: held', 'user: France?'],
    ]);
    expect(await system.client.executions.list({ user: userOf(conversation.workflowId) })).toHaveLength(1);
    await first.exited;
    await third.shutdown();
  });
});

describe('change, before the conversation continues as new', () => {
  test('to interrupt, with another text -> the next run answers it before the older message', async () => {
    const rollover = await startEarlyRollover(inject('environment'), { events: 40 });
    const system = await startTestSystem(rollover.environment, { flows: FLOWS, tools });
    try {
      const running = gated('Once upon', ' never');
      system.model.reply(running, text('Paris.'), text('Madrid.'));
      const conversation = newConversation(system);
      await conversation.submit('Tell me.');
      await running.started;
      await conversation.submit(SPAIN);
      await conversation.submit(FRANCE);
      for (const _again of [1, 2, 3, 4])
        for (const whileRunning of ['steer', 'queue'] as const)
          await conversation.change('france', { whileRunning });
      await conversation.change('france', { whileRunning: 'interrupt', text: 'Paris, then?' });
      await conversation.submit(FRANCE);
      expect(await conversation.ask(SPAIN)).toMatchObject({ text: 'Madrid.' });
      running.release();
      const { messages } = await conversation.history();
      expect(messages.toReversed().map((message) => message.text)).toEqual([
        ...['Tell me.', 'Once upon', 'Paris, then?', 'Paris.', 'Spain?', 'Madrid.'],
      ]);
      expect((await runsOf(system, conversation.workflowId)).length).toBeGreaterThan(1);
    } finally {
      await system.stop();
      await rollover.stop();
    }
  });
});

function newConversation(system: TestSystem) {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}

function userOf(workflowId: string): string {
  return decodeURIComponent(workflowId.split('/').at(-1) ?? '');
}
