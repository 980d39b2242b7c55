import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { BROKEN_OFF } from '../../context/message/broken-off.js';
import { gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { spokenIn } from './flows/fixtures/spoken-in.js';
import { defineTool } from '../../extend/tools/define-tool.js';

let system: TestSystem;
let toolStopped: (() => void) | undefined;
const slowTool = defineTool({
  name: 'slow',
  description: 'Takes for ever.',
  input: z.object({}),
  execute: (_input, { abortSignal }) =>
    new Promise((_resolve, reject) =>
      abortSignal.addEventListener('abort', () => {
        toolStopped?.();
        reject(new Error('stopped'));
      }),
    ),
});

beforeAll(async () => {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, tools: ['slow'] } } : node,
  );
  system = await startTestSystem(inject('environment'), { flows: [{ ...flow, nodes }], tools: [slowTool] });
});
afterAll(() => system?.stop());

function conversationOf() {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

async function rowsOf(executionId: string) {
  const trace = await system.db
    .selectFrom('trace_message')
    .innerJoin('execution', 'execution.id', 'trace_message.execution_id')
    .select(['content', 'is_partial', 'execution.status'])
    .where('workflow_id', '=', executionId)
    .execute();
  return trace;
}

describe('cancel', () => {
  test('T11 P61: while the model streams -> its request is closed, partial text is kept and marked, the conversation continues at once', async () => {
    const conversation = conversationOf();
    const running = gated('the beginning of ', 'never');
    system.model.reply(running, text('still here'));
    const { turnId, executionId } = await conversation.submit('tell me a story');
    await running.started;
    expect(await conversation.cancel()).toEqual({ turnId, status: 'cancelled' });
    expect(system.model.requests.at(-1)!.closedByClientAt).toBeDefined();
    expect(await rowsOf(executionId)).toEqual([
      { content: [{ type: 'text', text: 'the beginning of ' }], is_partial: true, status: 'cancelled' },
    ]);
    await expect(system.temporal.workflow.getHandle(executionId).result()).rejects.toThrow(/cancel/i);
    const { messages } = await conversation.history();
    expect(messages.map(({ role, text: said, isPartial }) => [role, said, isPartial])).toEqual([
      ['assistant', 'the beginning of ', true],
      ['user', 'tell me a story', false],
    ]);
    expect(await system.client.executions.get(executionId)).toMatchObject({
      status: 'cancelled',
      answer: null,
    });
    expect((await conversation.ask('go on')).text).toBe('still here');
    expect(spokenIn(system.model.requests.at(-1)!)).toEqual([
      'user: tell me a story',
      'assistant: the beginning of ',
      `assistant: ${BROKEN_OFF}`,
      'user: go on',
    ]);
  });

  test('by the Signal of the same name -> same result as by the Update', async () => {
    const conversation = conversationOf();
    const running = gated('a', 'b');
    system.model.reply(running);
    const { turnId } = await conversation.submit('go');
    await running.started;
    await system.temporal.workflow.getHandle(conversation.workflowId).signal('cancelTurn');
    const types = [];
    for await (const event of conversation.stream(turnId)) types.push(event.type);
    expect(types.at(-1)).toBe('cancelled');
  });

  test('by a signal with a list or a misspelled field -> refused with the reason; the running turn continues', async () => {
    const conversation = conversationOf();
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const running = gated('a', 'b');
    system.model.reply(running);
    const { turnId } = await conversation.submit('go');
    await running.started;
    for (const input of [[], { turn_id: turnId }]) await handle.signal('cancelTurn', input);
    await expect(handle.executeUpdate('cancelTurn', { args: [[turnId]] })).rejects.toMatchObject({
      cause: { message: expect.stringContaining("A cancel's input is nothing, or an object") as string },
    });
    const { refused } = await handle.query<{ refused: object }>('status');
    expect(refused).toEqual({ count: 2, last: expect.stringContaining("has no field 'turn_id'") as string });
    running.release();
    expect(await conversation.ask({ text: 'go', turnId })).toMatchObject({ text: 'ab' });
  });

  test('while a tool runs -> the tool is asked to stop, the turn is canceled', async () => {
    const conversation = conversationOf();
    const stopped = new Promise<void>((resolve) => (toolStopped = resolve));
    system.model.reply(toolCalls([{ name: 'slow', arguments: {} }]));
    const { turnId } = await conversation.submit('go');
    for await (const event of conversation.stream(turnId)) if (event.type === 'tool-call') break;
    await expect
      .poll(() => system.db.selectFrom('tool_call').select('name').where('finished_at', 'is', null).execute())
      .toHaveLength(1);
    expect(await conversation.cancel()).toEqual({ turnId, status: 'cancelled' });
    await stopped;
  });

  test('the execution is cancelled in Temporal -> its rows are final, the conversation continues', async () => {
    const conversation = conversationOf();
    const running = gated('a', 'b');
    system.model.reply(running, text('next'));
    const { turnId, executionId } = await conversation.submit('go');
    await running.started;
    await system.client.executions.cancel(executionId);
    for await (const event of conversation.stream(turnId)) if (event.type === 'cancelled') break;
    expect((await conversation.ask('next?')).text).toBe('next');
  });

  test('the execution is terminated -> its rows are reconciled at once, the conversation continues', async () => {
    const conversation = conversationOf();
    const running = gated('a', 'b');
    system.model.reply(running, text('next'));
    const { turnId, executionId } = await conversation.submit('go');
    for await (const event of conversation.stream(turnId)) if (event.type === 'text-delta') break;
    await system.temporal.workflow.getHandle(executionId).terminate();
    const events = [];
    for await (const event of conversation.stream(turnId)) events.push(event);
    expect(events.at(-1)).toMatchObject({ type: 'failed', errorType: 'Terminated' });
    expect(await system.db.selectFrom('stream_chunk').select('step').execute()).toEqual([]);
    expect(await rowsOf(executionId)).toMatchObject([
      { content: [{ type: 'text', text: 'a' }], is_partial: true },
    ]);
    expect((await conversation.ask('next?')).text).toBe('next');
    running.release();
  });

  test('the conversation is cancelled in Temporal -> the running turn and the queued ones are cancelled, rows final', async () => {
    const conversation = conversationOf();
    const running = gated('a', 'b');
    system.model.reply(running);
    await conversation.submit('one');
    await running.started;
    await conversation.submit('two');
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    await handle.cancel();
    await expect(handle.result()).rejects.toThrow(/cancel/i);
    const { messages } = await conversation.history();
    expect(messages.map((message) => message.text)).toEqual(['two', 'a', 'one']);
    const turns = await system.db
      .selectFrom('turn')
      .innerJoin('conversation', 'conversation.id', 'turn.conversation_id')
      .select('turn.status')
      .where('workflow_id', '=', conversation.workflowId)
      .execute();
    expect(turns).toEqual([{ status: 'cancelled' }, { status: 'cancelled' }]);
  });

  test('nothing runs, or the turn has ended -> returns that, no error', async () => {
    const conversation = conversationOf();
    expect(await conversation.cancel()).toEqual({ turnId: null, status: null });
    system.model.reply(text('done'));
    const { turnId } = await conversation.ask('go');
    expect(await conversation.cancel(turnId)).toEqual({ turnId, status: 'completed' });
  });
});

describe('a worker that shuts down', () => {
  test('a worker that stops in mid-stream -> not a cancellation: another worker finishes the turn', async () => {
    const other = await startTestSystem(inject('environment'), { withoutWorker: true });
    try {
      const first = await other.startWorker({
        worker: { shutdownGraceTime: '100ms', shutdownForceTime: '5s' },
      });
      const conversation = other.client.conversation({ flow: 'assistant', user: other.newUser() });
      const running = gated('half ', 'never');
      other.model.reply(running, text('the whole answer'));
      const { turnId } = await conversation.submit('go');
      await running.started;
      const closing = first.shutdown();
      const second = await other.startWorker();
      await closing;
      const events = [];
      for await (const event of conversation.stream(turnId)) events.push(event);
      expect(events.at(-1)).toMatchObject({ type: 'done', text: 'the whole answer' });
      await second.shutdown();
    } finally {
      await other.stop();
    }
  });
});
