import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { assistantFlow } from '../../flow/default-flow.js';
import { payloadTexts, summarizeHistory } from '../../packages/testing/history-summary.js';
import { gated, lastToolResults, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';

const big = defineTool({
  name: 'big',
  description: 'Returns five megabytes.',
  input: z.object({}),
  execute: () => 'big '.repeat(1_310_720),
});
const keys: string[] = [];
const once = defineTool({
  name: 'once',
  description: 'Must not run twice.',
  input: z.object({}),
  execute: (_input, { idempotencyKey }) => {
    keys.push(idempotencyKey);
    return 'ran';
  },
});

let system: TestSystem;
let failPoint: string | undefined;
beforeAll(async () => {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, tools: ['big', 'once'] } } : node,
  );
  system = await startTestSystem(inject('environment'), {
    flows: [{ ...flow, nodes }],
    tools: [big, once],
    onPoint: (point) => {
      if (point !== failPoint) return;
      failPoint = undefined;
      throw new Error(`Fault at ${point}`);
    },
  });
});
afterAll(() => system?.stop());

function conversationOf() {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

describe('large and late things', () => {
  test('T2: a tool result of 5 MB -> stored whole in Postgres, the model gets a pointer, only ids in the history', async () => {
    system.model.reply(toolCalls([{ name: 'big', arguments: {} }]), text('done'));
    const { executionId } = await conversationOf().ask('go');
    const execution = system.temporal.workflow.getHandle(executionId);
    expect((await summarizeHistory(execution)).bytes).toBeLessThan(16_384);
    expect((await payloadTexts(execution)).join('')).not.toContain('big big');
    const [result] = lastToolResults(system.model.requests.at(-1)!);
    expect(result!.text).toContain('stored as artifact:big-1.1.txt; read it with read_artifact');
    expect(JSON.stringify(system.model.requests.at(-1)!.body).length).toBeLessThan(60_000);
    const artifacts = await system.db.selectFrom('artifact').select(['name', 'content']).execute();
    expect(artifacts.map(({ name }) => name)).toEqual(['big-1.1.txt']);
    expect(artifacts[0]!.content.equals(Buffer.from('big '.repeat(1_310_720)))).toBe(true);
  });

  test('T13: the parent is terminated -> its execution is cancelled, rows follow', async () => {
    const conversation = conversationOf();
    const running = gated('a', 'b');
    system.model.reply(running);
    const { executionId } = await conversation.submit('go');
    await running.started;
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    await expect(system.temporal.workflow.getHandle(executionId).result()).rejects.toThrow(/cancel/i);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'cancelled' });
  });

  test('T20: after the conversation has ended -> tree, history and answer are still readable', async () => {
    const conversation = conversationOf();
    system.model.reply(text('kept'));
    const { executionId } = await conversation.ask('go');
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    expect(await system.client.executions.tree(conversation.workflowId)).toMatchObject([
      { executionId, status: 'completed', children: [] },
    ]);
    expect(await system.client.executions.get(executionId)).toMatchObject({ answer: 'kept' });
    expect((await conversation.history()).messages).toHaveLength(2);
  });

  test("P67: the turn's execution cannot start -> typed error, nothing pending, the conversation continues", async () => {
    const conversation = conversationOf();
    const forged = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: `${conversation.workflowId}/turn/t1`,
      args: [{ flow: 'assistant', text: 'x' }],
    });
    await forged.result().catch(() => undefined);
    await expect(conversation.ask({ text: 'hi', turnId: 't1' })).rejects.toMatchObject({
      type: 'Execution.Ended',
    });
    system.model.reply(text('fine'));
    expect((await conversation.ask('next')).text).toBe('fine');
    expect(
      await system.db.selectFrom('execution').select('id').where('status', '=', 'running').execute(),
    ).toEqual([]);
  });

  test('a tool that must not run twice, interrupted after it ran -> not run again, and the model reads why', async () => {
    const conversation = conversationOf();
    system.model.reply(toolCalls([{ name: 'once', arguments: {} }]), text('understood'));
    keys.length = 0;
    failPoint = 'runTool.ran';
    const { executionId } = await conversation.ask('go');
    expect(keys).toEqual([`${executionId}/1/${toolCallId()}`]);
    const result = system.model.requests.at(-1)!.messages.at(-1)!;
    expect(String(result.content)).toMatch(/interrupted and its outcome is unknown/);
  });

  function toolCallId(): string {
    const message = system.model.requests.at(-1)!.messages.find((candidate) => candidate.role === 'tool');
    return String(message?.tool_call_id);
  }
});
