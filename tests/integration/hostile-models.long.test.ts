import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../flow/default-flow.js';
import { askedSentinels } from '../../packages/testing/asked-sentinels.js';
import { answer, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { requestText } from './context/fixtures/requests.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

let system: TestSystem;
beforeAll(async () => {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, maxOutputTokens: 100 } } : node,
  );
  system = await startTestSystem(inject('environment'), {
    flows: [
      { ...flow, nodes },
      {
        ...flow,
        slug: 'summarized',
        history: { messages: 4, summaries: { minTokens: 0 }, retrieval: false },
      },
    ],
  });
});
afterAll(() => system?.stop());

function conversationOf() {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

async function readTrace(executionId: string) {
  return system.db
    .selectFrom('trace_message')
    .innerJoin('execution', 'execution.id', 'trace_message.execution_id')
    .select(['step', 'ordinal', 'content', 'is_partial'])
    .where('workflow_id', '=', executionId)
    .orderBy('step')
    .orderBy('ordinal')
    .execute();
}

describe('a hostile model', () => {
  test('an answer far over its limit -> the turn fails once, the text so far is kept as partial, the next turn works', async () => {
    const conversation = conversationOf();
    const long = 'all work and no play '.repeat(5_000);
    system.model.reply(text(long, { chunks: 50 }), text('fine'));
    const { turnId, executionId } = await conversation.submit('hi');
    await expect(conversation.ask({ text: 'hi', turnId })).rejects.toMatchObject({
      type: 'Model.InvalidAnswer',
      message: expect.stringMatching(
        /^Node 'agent' with openai:\S+: .*more than 65536 characters in one answer, although the limit is 100 tokens/,
      ),
    });
    const [kept, ...others] = await readTrace(executionId);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({ is_partial: true, content: [{ type: 'text' }] });
    const { text: said } = kept!.content[0] as unknown as { text: string };
    expect(said.length).toBeGreaterThan(60_000);
    expect(long.startsWith(said)).toBe(true);
    expect(await system.db.selectFrom('stream_chunk').select('step').execute()).toEqual([]);
    expect((await conversation.ask('again')).text).toBe('fine');
    expect(system.model.requests.at(-1)!.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  test('65 calls in one message -> the turn fails once and no tool runs', async () => {
    const conversation = conversationOf();
    const call = { name: 'calculate', arguments: { expression: '1+1' } };
    system.model.reply(toolCalls(Array.from({ length: 65 }, () => call)));
    const { turnId, executionId } = await conversation.submit('hi');
    await expect(conversation.ask({ text: 'hi', turnId })).rejects.toMatchObject({
      type: 'Model.InvalidAnswer',
      message: expect.stringContaining('more than 64 tools in one message'),
    });
    expect(await readTrace(executionId)).toEqual([]);
  });

  test('calls with absurd and duplicate ids and names -> each answered, sent back under unique ids', async () => {
    const conversation = conversationOf();
    const id = 'i'.repeat(20_000);
    const known = { name: 'calculate', arguments: { expression: '1+1' } };
    system.model.reply(
      toolCalls([
        { ...known, id },
        { ...known, id },
        { ...known, id: 'same' },
        { ...known, id: 'same' },
        { id: '', name: 'n'.repeat(20_000), arguments: {} },
      ]),
      text('done'),
    );
    const { executionId } = await conversation.ask('hi');
    const [asked, ...results] = await readTrace(executionId);
    expect(JSON.stringify(asked!.content).length).toBeLessThan(2_000);
    expect(results.filter(({ ordinal }) => ordinal > 0)).toHaveLength(5);
    const calls = system.model.requests.at(-1)!.messages.flatMap((message) => {
      const { tool_calls: made = [] } = message as { tool_calls?: { id: string }[] };
      return made.map((call) => call.id);
    });
    expect(new Set(calls).size).toBe(5);
    expect(Math.max(...calls.map((sent) => sent.length))).toBeLessThanOrEqual(64);
  });

  test.each([1e300, -7, 0.5, 3e9])(
    '%s tokens used -> the answer is stored, with numbers that Postgres accepts',
    async (tokens) => {
      const conversation = conversationOf();
      const usage = {
        inputTokens: tokens,
        outputTokens: tokens,
        cachedInputTokens: tokens,
        reasoningTokens: tokens,
      };
      system.model.reply(
        toolCalls([{ name: 'calculate', arguments: { expression: '1+1' } }], { usage }),
        text('counted', { usage }),
      );
      const { executionId } = await conversation.ask('hi');
      const rows = await system.db
        .selectFrom('model_call')
        .innerJoin('execution', 'execution.id', 'model_call.execution_id')
        .select(['input_tokens', 'output_tokens', 'model_call.status'])
        .where('workflow_id', '=', executionId)
        .execute();
      expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed']);
      const shown = await system.client.executions.get(executionId);
      expect(shown).toMatchObject({ status: 'completed' });
    },
  );

  test('an endless inline summary, after the answer or instead of one -> it is cut off; without an answer, the model is called again without it', async () => {
    const asks: string[] = [];
    const runaway = answer((request) => {
      const said = requestText(request);
      const asked = askedSentinels(said);
      if (said.includes('You keep the running summary')) return text('[Topic: River] They spoke of a river.');
      if (asked === undefined) return text('Plainly.');
      asks.push(said);
      const visible = said.includes('Silent') ? '' : 'Before that.';
      const block = `${visible}\n${asked.open}\n{"summary":"${'river '.repeat(7_147)}`;
      return text(said.includes('Blank') ? '<think>Hm.</think> ' : block, { chunks: 300 });
    });
    for (const [question, answered, calls] of [
      ['Silent?', 'Plainly.', ['failed', 'completed']],
      ['Blank?', 'Plainly.', ['failed', 'completed']],
      ['Loud?', 'Before that.', ['completed']],
    ] as const) {
      system.model.reply(...Array.from({ length: 2 + calls.length }, () => runaway));
      const conversation = system.client.conversation({ flow: 'summarized', user: system.newUser() });
      await conversation.ask('Hello.');
      const { text: said, executionId } = await conversation.ask(question);
      expect(said).toBe(answered);
      const made = await system.client.executions.explain(executionId);
      expect(made.map(({ status }) => status)).toEqual(calls);
      const [first] = made;
      if (question !== 'Blank?') expect(first!.outputTokens).toBeGreaterThan(900);
      expect(first!.outputTokens).toBeLessThan(1_200);
      expect(first!.inputTokens).toBeGreaterThan(200);
      const { outputTokens: counted } = await system.client.executions.get(executionId);
      expect(counted).toBe(made.reduce((sum, { outputTokens }) => sum + outputTokens, 0));
      if (calls.length > 1) expect(first!.errorType).toBe('Model.NoAnswer');
      await expect.poll(() => summariesOf(executionId)).toContain('summarize adopted');
      expect(await summariesOf(executionId)).toEqual(['inline unusable', 'summarize adopted']);
      if (question !== 'Silent?') continue;
      system.model.reply(...Array.from({ length: 7 }, () => runaway));
      for (const calls of [2, 1]) {
        await conversation.ask('Hello again.');
        const again = await conversation.ask('Silent?');
        expect(again.text).toBe('Plainly.');
        expect(await system.client.executions.calls(again.executionId)).toHaveLength(calls);
        await expect.poll(() => summariesOf(executionId)).toHaveLength(calls === 2 ? 4 : 5);
      }
    }
    expect(asks).toHaveLength(4);
  });
});

async function summariesOf(executionId: string): Promise<string[]> {
  const rows = await system.db
    .selectFrom('summary')
    .innerJoin('execution', 'execution.conversation_id', 'summary.conversation_id')
    .select(['way', 'summary.status'])
    .where('execution.workflow_id', '=', executionId)
    .orderBy('ordinal')
    .execute();
  return rows.map(({ way, status }) => `${way} ${status}`);
}
