import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated, text, type Reply } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startWorkerProcess, type Fault } from '../../../packages/testing/worker-process.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { isLongRun } from '../../setup/is-long-run.js';
import { holding, tools, type Held } from './hold-tool.js';

const module = fileURLToPath(new URL('./hold-tool.ts', import.meta.url));

let held: Held;
let firstAnswer: Reply;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [agentFlow({ slug: 'chat', tools: ['hold'], history: { summaries: false } })],
    tools,
    model: {
      script({ messages }) {
        const said = JSON.stringify(messages);
        if (said.includes('Stop.')) return text('Stopped.');
        if (said.includes('Tell me.')) return firstAnswer;
        return messages.some(isResult) ? text('Done.') : held.reply;
      },
    },
    withoutWorker: true,
  });
});
afterAll(() => system?.stop());

describe('a pushed step whose worker is killed', () => {
  test.each(
    someOf(isLongRun ? 4 : 2, [
      ['as it is stored', { point: 'storeStep.after', action: 'kill' }],
      ['as that call is planned', { point: 'trimContext.after', action: 'kill', nth: 2 }],
      ['before the call is planned that it joins', { point: 'trimContext.before', action: 'kill', nth: 2 }],
      ['as that call is answered', { point: 'callModel.answered', action: 'kill', nth: 2 }],
    ]),
  )('%s -> sent once, with the next call', async (_name, fault) => {
    held = await holding();
    const first = await startWorkerProcess(system, fault, { module });
    const conversation = newConversation();
    const { executionId, turnId } = await conversation.submit('How far?');
    await held.began();
    const pushed = system.client.executions.pushStep(executionId, { text: 'In metres.', id: 'p' });
    if (fault.point === 'storeStep.after') await first.faulted;
    else await pushed;
    await held.release();
    await first.faulted;
    const second = await system.startWorker();
    await pushed;
    expect(await conversation.ask({ text: 'How far?', turnId })).toMatchObject({ text: 'Done.' });
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual(JOINED);
    expect((await conversation.history()).messages.map(({ text: said, joined }) => [said, joined])).toEqual([
      ['Done.', null],
      ['In metres.', { step: 2 }],
      ['How far?', null],
    ]);
    await first.exited;
    await second.shutdown();
  });
});

describe('a message that steers, whose worker is killed', () => {
  test.each(
    someOf(isLongRun ? 6 : 2, [
      ['as the call is planned that it joins', { point: 'trimContext.after', action: 'kill', nth: 2 }],
      ['before it is known that it joined', { point: 'findJoined.before', action: 'kill' }],
      ['as it is stored', { point: 'storeTurns.after', action: 'kill', nth: 2 }],
      ['before the call is planned that it joins', { point: 'trimContext.before', action: 'kill', nth: 2 }],
      ['as that call is answered', { point: 'callModel.answered', action: 'kill', nth: 2 }],
      ['as the turn has ended', { point: 'finishExecution.after', action: 'kill' }],
    ]),
  )('%s -> sent once, with the next call, and no turn of its own', async (_name, fault) => {
    held = await holding();
    const first = await startWorkerProcess(system, fault, { module });
    const conversation = newConversation();
    const { turnId } = await conversation.submit('How far?');
    await held.began();
    const message = { text: 'In metres.', turnId: 's' };
    const submitted = conversation.submit(message, { whileRunning: 'steer' });
    if (fault.point === 'storeTurns.after') await first.faulted;
    else await submitted;
    await held.release();
    await first.faulted;
    const second = await system.startWorker();
    await submitted;
    expect(await conversation.ask(message)).toMatchObject({ turnId, text: 'Done.' });
    await expect.poll(async () => (await conversation.status())?.state).toBe('idle');
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual(JOINED);
    expect((await conversation.history()).messages.map(({ text: said, joined }) => [said, joined])).toEqual([
      ['Done.', null],
      ['In metres.', { step: 2, turnId: 's' }],
      ['How far?', null],
    ]);
    await first.exited;
    await second.shutdown();
  });
});

describe('a message that interrupts, whose worker is killed', () => {
  test.each(
    someOf(isLongRun ? 5 : 2, [
      ['as it is stored', { point: 'storeTurns.after', action: 'kill', nth: 3 }],
      ['as the turn that it interrupts is finished', { point: 'finishExecution.after', action: 'kill' }],
      ['before it is stored', { point: 'storeTurns.before', action: 'kill', nth: 3 }],
      ['before that turn is finished', { point: 'finishExecution.before', action: 'kill' }],
      ['before its own turn begins', { point: 'beginExecution.before', action: 'kill', nth: 2 }],
    ]),
  )(
    '%s -> the running turn is canceled and kept, the message is answered, then the queued ones',
    async (_name, fault) => {
      const running = gated('Once upon', ' never');
      firstAnswer = running;
      const first = await startWorkerProcess(system, fault, { module });
      const conversation = newConversation();
      const { turnId } = await conversation.submit('Tell me.');
      await running.started;
      const waiting = await conversation.submit('Then?');
      const interrupt = conversation.ask({ text: 'Stop.', turnId: 'i' }, { whileRunning: 'interrupt' });
      await first.faulted;
      const second = await system.startWorker();
      expect(await interrupt).toMatchObject({ turnId: 'i', text: 'Stopped.' });
      await conversation.ask({ text: 'Then?', turnId: waiting.turnId });
      const { messages } = await conversation.history();
      const told = messages.toReversed().map(({ text: said }) => said);
      expect(told.filter((said) => said !== 'Once upon')).toEqual([
        ...['Tell me.', 'Stop.', 'Stopped.', 'Then?', 'Stopped.'],
      ]);
      await expect(conversation.ask({ text: 'Tell me.', turnId })).rejects.toMatchObject({
        type: 'Conversation.TurnCancelled',
      });
      running.release();
      await first.exited;
      await second.shutdown();
    },
  );
});

const JOINED = ['user: How far?', 'tool: held', 'user: In metres.'];

function someOf(count: number, cases: readonly (readonly [string, Fault])[]): (readonly [string, Fault])[] {
  return cases.slice(0, count);
}

function newConversation() {
  return system.client.conversation({ flow: 'chat', user: system.newUser() });
}

function isResult({ role }: Readonly<Record<string, unknown>>): boolean {
  return role === 'tool';
}
