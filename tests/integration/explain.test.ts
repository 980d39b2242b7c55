import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { explainLastCall } from '../../cli/chat/commands/explain.js';
import { formatExplanations } from '../../cli/explain/format-explanation.js';
import { createStyle } from '../../cli/format/style.js';
import { createOutput } from '../../cli/format/output.js';
import { connect } from '../../client/connect.js';
import type { Threadline } from '../../client/threadline.js';
import type { CallExplanation } from '../../views/call.js';
import { diffExplanations } from '../../context/explain/diff-explanations.js';
import type { ContextManifest } from '../../context/manifest/manifest.js';
import { assistantFlow } from '../../flow/default-flow.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { AgentConfig } from '../../flow/kinds/agent.js';
import { findExplainedExecutions, loadExplainedCalls } from '../../store/calls/explained-calls.js';
import { text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import { counting } from './store/fixtures/store-harness.js';

const count = defineTool({
  name: 'count',
  description: 'Counts to a number.',
  input: z.object({ to: z.number() }),
  execute: ({ to }) => 'one more '.repeat(to),
});
const describeThing = defineTool({
  name: 'describe',
  description: 'Describes a thing as data.',
  input: z.object({}),
  execute: () => ({ color: 'blue', parts: Array.from({ length: 200 }, (_, index) => ({ index })) }),
});

const SMALL = flowOf('small', { maxOutputTokens: 500, extraConfig: { contextWindow: 3_000 } });

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [flowOf('assistant', {}), SMALL],
    tools: [count, describeThing],
    settings: { spillPct: 0 },
  });
});
afterAll(() => system?.stop());

describe('explain', () => {
  test('a turn with a tool step after a history -> what each call was sent, with the numbers of its manifest', async () => {
    const { conversation, executionId } = await turnWithTools();
    const calls = await system.client.executions.explain(executionId);
    expect(calls.map(({ callId }) => callId)).toEqual([`${executionId}/agent/1`, `${executionId}/agent/2`]);
    const { systemTokens = 0, toolTokens = 0, tokens = 0 } = calls[0]!.context.arithmetic ?? {};
    expect(calls[0]!.sameTokens).toBeGreaterThan(systemTokens + toolTokens);
    expect(calls[0]!.sameTokens).toBeLessThan(systemTokens + toolTokens + tokens);
    expect(calls[1]!.sameTokens).toBe(systemTokens + toolTokens + tokens);
    expect(calls.map(linesOf)).toEqual([
      [
        'message 1 user whole Remember the number seven.',
        'message 2 assistant whole Noted.',
        'message 3 user whole Count and describe.',
      ],
      [
        'message 1 user whole Remember the number seven.',
        'message 2 assistant whole Noted.',
        'message 3 user whole Count and describe.',
        'step 1 assistant whole count({"to": 3}) describe({}) nothing({})',
        'step 1 result 1 tool whole count: one more one more one more ',
        expect.stringMatching(
          /^step 1 result 2 tool whole describe: {"color": "blue", "parts": \[{"index": 0}/,
        ),
        expect.stringMatching(/^step 1 result 3 tool whole nothing failed: /),
      ],
    ]);
    for (const call of calls) await expectManifestOf(call);
    expect(calls[1]).toMatchObject({
      conversationId: conversation.workflowId,
      status: 'completed',
      purpose: 'answer',
      guard: null,
      model: SCRIPTED_MODEL,
      context: { tools: { names: ['count', 'describe'], mayCall: true }, left: [] },
    });
    expect(calls[1]!.context.system!.text).toMatch(/^You are a helpful assistant/);
    expect(calls[1]!.inputTokens).toBeGreaterThan(0);
    const sent = calls[1]!.context.messages.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(sent).toBe(calls[1]!.context.arithmetic!.tokens);
  });

  test('the id of a call, of a conversation -> that call, the latest turn', async () => {
    const { conversation, executionId } = await turnWithTools();
    const { executions } = system.client;
    const all = await executions.explain(executionId);
    expect(await executions.explain(`${executionId}/agent/2`)).toEqual([all[1]]);
    expect(await executions.explain(conversation.workflowId)).toEqual(all);
  });

  test('a node whose id has slashes -> its calls are found by their ids', async () => {
    const { executionId } = await turnWithTools();
    await system.db
      .updateTable('model_call')
      .set({ node_id: 'team/one/1' })
      .where('execution_id', 'in', rowIdOf(executionId))
      .execute();
    const callId = `${executionId}/team/one/1/2`;
    expect(await system.client.executions.explain(callId)).toMatchObject([{ callId, nodeId: 'team/one/1' }]);
  });

  test.each([
    ['a word', 'nothing'],
    ['a call of no execution', 'execution/assistant/none/agent/1'],
    ['an empty text', ''],
    ['only a step', '/1'],
    ['very many slashes', `${'a/'.repeat(5_000)}1`],
  ])('an unknown id: %s -> Client.NotFound with the valid forms of ids', async (_what, id) => {
    await expect(system.client.executions.explain(id)).rejects.toMatchObject({
      type: 'Client.NotFound',
      message: expect.stringMatching(
        /^Execution, conversation or model call '.*' does not exist \(a call is /,
      ),
    });
  });

  test('a step or a node that an execution does not have -> Client.NotFound', async () => {
    const { executionId } = await turnWithTools();
    for (const id of [`${executionId}/agent/3`, `${executionId}/other/1`, `${executionId}/1`])
      await expect(system.client.executions.explain(id)).rejects.toMatchObject({ type: 'Client.NotFound' });
  });

  test("another user's conversation, execution, call -> not found", async () => {
    const { conversation, executionId, user } = await turnWithTools();
    const ids = [conversation.workflowId, executionId, `${executionId}/agent/1`];
    await withClientOf(user, async ({ executions }) => {
      for (const id of ids) expect((await executions.explain(id)).length).toBeGreaterThan(0);
    });
    await withClientOf('eve', async ({ executions }) => {
      for (const id of ids)
        await expect(executions.explain(id)).rejects.toMatchObject({ type: 'Client.NotFound' });
    });
  });

  test('an execution outside a conversation -> its input', async () => {
    system.model.reply(text('Done.'));
    const { executionId, result } = await system.client.executions.start({
      flow: 'assistant',
      text: 'x'.repeat(500),
      id: randomUUID(),
    });
    await result();
    const [call] = await system.client.executions.explain(executionId);
    expect(call).toMatchObject({ conversationId: null });
    expect(linesOf(call!)).toEqual([`input user whole ${'x'.repeat(200)}`]);
    await expectManifestOf(call!);
  });

  test('a result of megabytes -> its beginning only, at most five queries for all calls', async () => {
    const conversation = conversationOf();
    system.model.reply(toolCalls([{ name: 'count', arguments: { to: 400_000 } }]), text('That was long.'));
    const { executionId } = await conversation.ask('Count far');
    const { db, take } = counting(system.db);
    const [execution] = await findExplainedExecutions(db, { executionIds: [executionId], user: undefined });
    expect(take()).toBe(1);
    const { rows } = await loadExplainedCalls(db, execution!);
    expect(take()).toBeLessThanOrEqual(5);
    expect(JSON.stringify(rows.trace).length).toBeLessThan(2_000);
    const [, second] = await system.client.executions.explain(executionId);
    const result = second!.context.messages.find(({ name }) => name === 'step 1 result 1')!;
    expect(result.form.kind).toBe('pointer');
    expect([...result.text].length).toBeLessThanOrEqual(200);
    await expectManifestOf(second!);
  });

  test("a compaction in the middle of a turn -> its own call, marked, and the summary's place in the next", async () => {
    const conversation = conversationOf('small');
    system.model.reply(text('Hello.'));
    await conversation.ask('Hi');
    system.model.reply(
      toolCalls([{ name: 'count', arguments: { to: 600 } }]),
      toolCalls([{ name: 'count', arguments: { to: 601 } }]),
      text('The user counts.'),
      text('Counted.'),
    );
    const { executionId } = await conversation.ask('Count twice');
    const calls = await system.client.executions.explain(executionId);
    expect(calls.map(({ purpose }) => purpose)).toEqual(['answer', 'answer', 'compaction', 'answer']);
    const last = calls.at(-1)!;
    expect(last.context.messages[0]).toMatchObject({
      name: 'summary of step 1, with what was touched',
      role: 'system',
      text: expect.stringContaining('The user counts.'),
    });
    expect(last.context.left.map(({ name, rule }) => `${name} ${rule}`)).toEqual([
      'step 1 compacted',
      'step 2 spilled',
    ]);
    for (const call of calls) await expectManifestOf(call);
    const shown = formatExplanations(calls, { style: createStyle(false), isColored: false, width: 80 });
    expect(shown).toContain('replaced by a summary, because the context was nearly full');

    const diff = diffExplanations({ first: calls[1]!.context, second: last.context });
    expect(diff.messages.onlyInFirst.map(({ name }) => name)).toContain('step 1 result 1');
    expect(diff.messages.onlyInSecond.map(({ name }) => name)).toContain(
      'summary of step 1, with what was touched',
    );
  });

  test('a call that another version planned -> its known fields, no failure', async () => {
    const { executionId } = await turnWithTools();
    const other = {
      policy: 2,
      system: null,
      tools: null,
      sent: [
        { from: 'conversation', first: 1, last: 3 },
        { from: 'trace', first: 1, last: 1 },
      ],
      left: [],
      tokens: 9,
    };
    await system.db
      .updateTable('context_manifest')
      .set({ manifest: JSON.stringify(other) })
      .where('step', '=', 2)
      .where('execution_id', 'in', rowIdOf(executionId))
      .execute();
    const [, call] = await system.client.executions.explain(executionId);
    expect(call!.context).toMatchObject({ policy: 2, isCurrentPolicy: false, arithmetic: null });
    expect(linesOf(call!)).toHaveLength(7);
  });
});

describe('explainLastCall', () => {
  test("the chat's /explain -> the last call of the last turn; before the first one, that there is no call", async () => {
    const { executions } = system.client;
    const output = createOutput({});
    expect(await explainLastCall({ conversation: conversationOf(), executions, output })).toBe(
      'No model was called yet',
    );
    const { conversation, executionId } = await turnWithTools();
    const shown = await explainLastCall({ conversation, executions, output });
    expect(shown.startsWith(`${executionId}/agent/2 `)).toBe(true);
    expect(shown).toContain('step 1 result 2');
    expect(shown).not.toContain(`${executionId}/agent/1`);
  });
});

function conversationOf(flow = 'assistant', user = system.newUser()) {
  return system.client.conversation({ flow, user });
}

async function turnWithTools() {
  const user = system.newUser();
  const conversation = conversationOf('assistant', user);
  system.model.reply(text('Noted.'));
  await conversation.ask('Remember the number seven.');
  system.model.reply(
    toolCalls([
      { name: 'count', arguments: { to: 3 } },
      { name: 'describe', arguments: {} },
      { name: 'nothing', arguments: {} },
    ]),
    text('Counted.'),
  );
  const { executionId } = await conversation.ask('Count and describe.');
  return { conversation, executionId, user };
}

function rowIdOf(executionId: string) {
  return system.db.selectFrom('execution').select('id').where('workflow_id', '=', executionId);
}

async function withClientOf(user: string, use: (client: Threadline) => Promise<void>): Promise<void> {
  const client = await connect({
    temporal: { address: system.environment.temporalAddress },
    namespace: 'default',
    databaseUrl: system.databaseUrl,
    taskQueue: system.taskQueue,
    user,
  });
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

function linesOf({ context }: CallExplanation): string[] {
  return context.messages.map(({ name, role, form, text: said }) => `${name} ${role} ${form.kind} ${said}`);
}

async function expectManifestOf(call: CallExplanation): Promise<void> {
  const row = await system.db
    .selectFrom('context_manifest')
    .innerJoin('execution', 'execution.id', 'execution_id')
    .select('manifest')
    .where('execution.workflow_id', '=', call.executionId)
    .where('step', '=', call.step)
    .executeTakeFirstOrThrow();
  const manifest: ContextManifest = row.manifest;
  const { window, reserve, systemTokens, toolTokens, budget, tokens } = manifest;
  const { arithmetic, segments, left } = call.context;
  expect(arithmetic).toMatchObject({ window, reserve, systemTokens, toolTokens, budget, tokens });
  expect(segments.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(window);
  const used = ['history', 'current message', 'own steps', 'notes'];
  const ofMessages = segments.filter(({ name }) => used.includes(name));
  expect(ofMessages.reduce((sum, segment) => sum + segment.tokens, 0)).toBe(tokens);
  expect(left.map(({ name: _name, words: _words, ...range }) => range)).toEqual(manifest.left);
}

function flowOf(slug: string, config: Partial<AgentConfig>): FlowDefinition {
  const flow = assistantFlow(SCRIPTED_MODEL);
  return {
    ...flow,
    slug,
    nodes: flow.nodes.map((node) =>
      node.kind === 'agent'
        ? { ...node, config: { ...node.config, tools: ['count', 'describe'], ...config } }
        : node,
    ),
  };
}
