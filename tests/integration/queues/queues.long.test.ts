import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  fault,
  gated,
  lastToolResults,
  text,
  toolCalls,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import type { TestSystem } from '../../../packages/testing/test-system.js';
import { spokenIn } from '../flows/fixtures/spoken-in.js';
import { lastRequests, noted, startQueueSystem } from './fixtures.js';

const PREPARE = 'user: Before you answer this, do only the following:';
const PREPARED = 'user: That was the preparation. Now answer the message that came before it.';

let system: TestSystem;
beforeAll(async () => {
  system = await startQueueSystem();
});
afterAll(() => system?.stop());

describe('queues of an agent', () => {
  test("pre, the question with pushed steps, post -> run in this order, and the answer is the question's", async () => {
    noted.length = 0;
    const running = gated('Ber', 'lin.');
    system.model.reply(text('Rules read.'), running, text('Checked.'), text('Sums done.'), text('All done.'));
    const conversation = conversationOf('whole');
    const { executionId, turnId } = await conversation.submit('Germany');
    await running.started;
    expect(noted).toEqual(['begin']);
    expect(await push(executionId, 'Check it.')).toMatchObject({ accepted: true, size: 1, nodeId: 'agent' });
    expect(await push(executionId, 'Do the sums.')).toMatchObject({ accepted: true, size: 2 });
    expect(await system.client.executions.queues(executionId)).toEqual([
      {
        nodeId: 'agent',
        iteration: '',
        pre: 0,
        todo: 2,
        post: 2,
        running: { queue: 'todo', ordinal: 0, text: null, tool: null },
        waiting: [
          { queue: 'todo', ordinal: 1, text: 'Check it.', tool: null },
          { queue: 'todo', ordinal: 2, text: 'Do the sums.', tool: null },
          { queue: 'post', ordinal: 1, text: null, tool: 'note' },
          { queue: 'post', ordinal: 2, text: 'Say what you did.', tool: null },
        ],
      },
    ]);
    running.release();
    expect(await conversation.ask({ text: 'Germany', turnId })).toMatchObject({ text: 'Berlin.' });
    expect(noted).toEqual(['begin', 'end']);
    const last = lastRequests(system, 5);
    const asked = ['user: Germany', PREPARE, 'user: Read the rules for Germany.'];
    expect(spokenIn(last[0]!)).toEqual(asked);
    const main = [...asked, 'assistant: Rules read.', 'tool: noted begin', PREPARED];
    expect(spokenIn(last[1]!)).toEqual(main);
    const checked = [...main, 'assistant: Berlin.', 'user: Check it.'];
    expect(spokenIn(last[2]!)).toEqual(checked);
    const summed = [...checked, 'assistant: Checked.', 'user: Do the sums.'];
    expect(spokenIn(last[3]!)).toEqual(summed);
    expect(spokenIn(last[4]!)).toEqual([
      ...summed,
      'assistant: Sums done.',
      'tool: noted end',
      'user: Say what you did.',
    ]);
    expect(lastToolResults(last[1]!)).toEqual([]);
    const { messages } = await conversation.history();
    const step = (number: number) => ({ step: number });
    expect(messages.map(({ text: said, turnId: of, joined }) => [said, of === turnId, joined])).toEqual([
      ['Sums done.', true, step(5)],
      ['Do the sums.', true, step(5)],
      ['Checked.', true, step(4)],
      ['Check it.', true, step(4)],
      ['Berlin.', true, null],
      ['Germany', true, null],
    ]);
    expect(await system.client.executions.queues(executionId)).toEqual([]);
  });

  test('pre, the question with a pushed step, post -> the plan of each State, as known at that time', async () => {
    const running = gated('Ber', 'lin.');
    system.model.reply(text('Rules read.'), running, text('Checked.'), text('All done.'));
    const conversation = conversationOf('whole');
    const { executionId, turnId } = await conversation.submit('Germany');
    await running.started;
    await push(executionId, 'Check it.');
    running.release();
    await conversation.ask({ text: 'Germany', turnId });
    const states = async () => {
      const { agents } = await system.client.executions.trajectory(conversation.workflowId);
      const nodes = agents[0]?.view.nodes.filter(({ type }) => type === 'State');
      return nodes?.map(({ attributes }) => [attributes['content'], attributes['plan']]);
    };
    const item = (said: string, status: string) => ({ item: said, status });
    const read = (status: string) => item('Read the rules for Germany.', status);
    await expect.poll(states).toEqual([
      ['Rules read.', [read('doing')]],
      [undefined, [read('done')]],
      ['Berlin.', [read('done'), item('Check it.', 'open')]],
      ['Checked.', [read('done'), item('Check it.', 'doing')]],
      [undefined, [read('done'), item('Check it.', 'done')]],
      ['All done.', [read('done'), item('Check it.', 'done'), item('Say what you did.', 'doing')]],
    ]);
  });

  test('steps that are only tool calls -> the model continues from their results, and is not called for them', async () => {
    noted.length = 0;
    system.model.reply(text('Four.'));
    const { text: answer, executionId } = await conversationOf('tools').ask('2+2');
    expect(answer).toBe('Four.');
    expect(noted).toEqual(['begin', 'end']);
    const [request] = lastRequests(system, 1);
    expect(lastToolResults(request!).map((result) => result.text)).toEqual(['noted begin']);
    expect(await system.client.executions.calls(executionId)).toMatchObject([{ model: SCRIPTED_MODEL }]);
  });

  test('C49: a step that is pushed while a tool runs -> done in the same main loop, with its own tools', async () => {
    const running = gated('Par', 'is.');
    const call = toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]);
    system.model.reply(call, running, call, text('42 again.'));
    const conversation = conversationOf('plain');
    const { executionId, turnId } = await conversation.submit('France?');
    await running.started;
    await push(executionId, 'And again.');
    running.release();
    expect(await conversation.ask({ text: 'France?', turnId })).toMatchObject({
      text: 'Paris.',
      executionId,
    });
    const [request] = lastRequests(system, 1);
    expect(lastToolResults(request!)[0]!.text).toContain('"result":42');
  });

  test('a turn after one with pushed steps -> is sent the question, its answer, and the pushed steps', async () => {
    const running = gated('Ber', 'lin.');
    system.model.reply(running, text('A city.'), text('Next.'));
    const conversation = conversationOf('plain');
    const { executionId, turnId } = await conversation.submit('Germany?');
    await running.started;
    await push(executionId, 'What is it?');
    const next = conversation.ask('And then?');
    running.release();
    await conversation.ask({ text: 'Germany?', turnId });
    expect(await next).toMatchObject({ text: 'Next.' });
    expect(spokenIn(lastRequests(system, 1)[0]!)).toEqual([
      'user: Germany?',
      'assistant: Berlin.',
      'user: What is it?',
      'assistant: A city.',
      'user: And then?',
    ]);
  });

  test('C50: the main loop fails -> post steps run, and then the execution fails with its failure', async () => {
    noted.length = 0;
    system.model.reply(fault.status(401), text('Cleaned up.'));
    const { executionId, turnId } = await conversationAsked('failing', 'hi');
    await expect(turnId).rejects.toMatchObject({ type: 'Model.Authentication' });
    expect(noted).toEqual(['end']);
    expect(spokenIn(lastRequests(system, 1)[0]!)).toEqual(['user: hi', 'user: First clean up.']);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'failed',
      errorType: 'Model.Authentication',
      answer: null,
    });
  });

  test('a pushed step fails after the answer -> the execution and the node fail', async () => {
    const running = gated('O', 'k.');
    system.model.reply(running, fault.status(401));
    const conversation = conversationOf('plain');
    const { executionId, turnId } = await conversation.submit('hi');
    await running.started;
    await push(executionId, 'More.');
    running.release();
    await expect(conversation.ask({ text: 'hi', turnId })).rejects.toMatchObject({
      type: 'Model.Authentication',
    });
    const { nodes } = await system.client.executions.details(executionId);
    expect(nodes.find(({ nodeId }) => nodeId === 'agent')).toMatchObject({ status: 'failed' });
  });

  test('a post step fails -> it is logged, the next ones run, and the answer stands', async () => {
    noted.length = 0;
    system.model.reply(text('Fine.'), fault.status(401));
    const { text: answer } = await conversationOf('failing').ask('hi');
    expect(answer).toBe('Fine.');
    expect(noted).toEqual(['end']);
  });

  test('a pre step fails -> the main loop does not run, post does', async () => {
    noted.length = 0;
    const before = system.model.requests.length;
    const { turnId } = await conversationAsked('broken', 'hi');
    await expect(turnId).rejects.toMatchObject({ type: 'Node.Failed' });
    expect(noted).toEqual(['end']);
    expect(system.model.requests).toHaveLength(before);
  });

  test('canceled in the main loop -> no post step runs', async () => {
    noted.length = 0;
    const running = gated('A', 'B');
    system.model.reply(running);
    const conversation = conversationOf('tools');
    const { executionId } = await conversation.submit('hi');
    await running.started;
    await push(executionId, 'More.');
    const asked = system.model.requests.length;
    await conversation.cancel();
    expect(system.model.requests).toHaveLength(asked);
    expect(noted).toEqual(['begin']);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'cancelled' });
  });
});

describe('a worker that is gone', () => {
  test('in the middle of the queues -> the next one continues in the same order', async () => {
    noted.length = 0;
    const own = await startQueueSystem({ withoutWorker: true });
    const running = gated('Ber', 'lin.');
    own.model.reply(text('Rules read.'), running, text('Berlin.'), text('Checked.'), text('All done.'));
    const first = await own.startWorker();
    const conversation = own.client.conversation({ flow: 'whole', user: own.newUser() });
    const { executionId, turnId } = await conversation.submit('Germany');
    await running.started;
    await own.client.executions.pushStep(executionId, { text: 'Check it.' });
    await first.shutdown();
    await own.startWorker();
    expect(await conversation.ask({ text: 'Germany', turnId })).toMatchObject({ text: 'Berlin.' });
    expect(noted).toEqual(['begin', 'end']);
    expect(spokenIn(own.model.requests.at(-1)!).slice(-4)).toEqual([
      'user: Check it.',
      'assistant: Checked.',
      'tool: noted end',
      'user: Say what you did.',
    ]);
    await own.stop();
  });
});

function conversationOf(flow: string) {
  return system.client.conversation({ flow, user: system.newUser() });
}

async function conversationAsked(flow: string, said: string) {
  const conversation = conversationOf(flow);
  const { executionId, turnId: id } = await conversation.submit(said);
  const turnId = conversation.ask({ text: said, turnId: id });
  turnId.catch(() => undefined);
  return { executionId, turnId };
}

function push(executionId: string, said: string) {
  return system.client.executions.pushStep(executionId, { text: said, when: 'after-answer' });
}
