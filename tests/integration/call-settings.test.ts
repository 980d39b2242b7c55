import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createStyle } from '../../cli/format/style.js';
import { formatCallNotes } from '../../cli/explain/format-explanation-notes.js';
import { assistantFlow } from '../../flow/default-flow.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { AgentConfig } from '../../flow/kinds/agent.js';
import { registerFlows } from '../../store/flows/flows.js';
import { fault, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_GOOGLE_MODEL, SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const SETTINGS = {
  topP: 0.9,
  stopSequences: ['END'],
  reasoningEffort: 'low',
  headers: { 'x-team': 'blue' },
} as const satisfies Partial<AgentConfig>;

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      flowOf('openai', SCRIPTED_MODEL, {
        ...SETTINGS,
        temperature: 0.3,
        seed: 7,
        presencePenalty: 0.5,
        frequencyPenalty: -0.5,
        toolChoice: 'required',
        providerOptions: { openai: { user: 'team-blue', metadata: { sessionToken: 'sEcReT99' } } },
      }),
      flowOf('anthropic', 'anthropic:claude-sonnet-4-6', {
        ...SETTINGS,
        topK: 40,
        toolChoice: { type: 'tool', toolName: 'calculate' },
        providerOptions: { anthropic: { metadata: { userId: 'ada' } } },
      }),
      { ...flowOf('unpriced', SCRIPTED_MODEL, {}), budget: { cost: 1 } },
      flowOf('google', SCRIPTED_GOOGLE_MODEL, { ...SETTINGS, topK: 40, toolChoice: 'required' }),
    ],
  });
});
afterAll(() => system?.stop());

describe('the settings of a call', () => {
  test("in OpenAI's grammar -> sent by its names, the same at the next try, a forced tool only once; explained without keys", async () => {
    system.model.reply(
      fault.status(503),
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('It is 42.'),
    );
    const conversation = system.client.conversation({ flow: 'openai', user: system.newUser() });
    const { executionId } = await conversation.ask('What is 6*7?');
    const [refused, first, second] = system.model.requests.slice(-3);
    expect(first!.body).toMatchObject({
      temperature: 0.3,
      top_p: 0.9,
      seed: 7,
      presence_penalty: 0.5,
      frequency_penalty: -0.5,
      stop: ['END'],
      reasoning_effort: 'low',
      tool_choice: 'required',
      user: 'team-blue',
    });
    expect(first!.headers['x-team']).toBe('blue');
    expect(refused!.body).toEqual(first!.body);
    expect(second!.body).toMatchObject({ temperature: 0.3, seed: 7 });
    expect(second!.body).not.toHaveProperty('tool_choice');
    const [call, next] = await system.client.executions.explain(executionId);
    expect(call!.context.settings).toMatchObject({ temperature: 0.3, toolChoice: 'required' });
    expect(next!.context.settings).not.toHaveProperty('toolChoice');
    const notes = formatCallNotes(call!, createStyle(false)).join('\n');
    expect(notes).toContain(
      'Settings: temperature 0.3, topP 0.9, presencePenalty 0.5, frequencyPenalty -0.5, stopSequences ["END"], seed 7, reasoningEffort low, toolChoice required',
    );
    expect(notes).toContain('headers {"x-team":"blue"}');
    expect(notes).not.toContain('sEcReT99');
  });

  test("in Anthropic's grammar -> sent by its names", async () => {
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('It is 42.'),
    );
    const conversation = system.client.conversation({ flow: 'anthropic', user: system.newUser() });
    await conversation.ask('What is 6*7?');
    const [first, second] = system.model.requests.slice(-2);
    expect(first!.body).toMatchObject({
      top_p: 0.9,
      top_k: 40,
      stop_sequences: ['END'],
      output_config: { effort: 'low' },
      tool_choice: { type: 'tool', name: 'calculate' },
      metadata: { user_id: 'ada' },
    });
    expect(first!.headers['x-team']).toBe('blue');
    expect(second!.body).not.toMatchObject({ tool_choice: { type: 'tool' } });
    const mark = { cache_control: { type: 'ephemeral' } };
    expect(first!.body).toMatchObject({ messages: [{ content: [mark] }] });
    expect(second!.body).toMatchObject({ messages: [{ content: [mark] }, {}, { content: [mark] }] });
    system.model.reply(text('Yes.'));
    await conversation.ask('Sure?');
    const [third] = system.model.requests.slice(-1);
    expect(third!.body).toMatchObject({ messages: [{}, { content: [mark] }, { content: [mark] }] });
  });

  test("in Google's grammar -> sent by its names; the signature of a call is returned with it", async () => {
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }], {
        reasoning: 'A product.',
        signature: 'c2lnbg==',
      }),
      text('It is 42.'),
    );
    const conversation = system.client.conversation({ flow: 'google', user: system.newUser() });
    const answer = await conversation.ask('What is 6*7?');
    expect(answer.text).toBe('It is 42.');
    const [first, second] = system.model.requests.slice(-2);
    expect(first!.body).toMatchObject({
      generationConfig: {
        topP: 0.9,
        topK: 40,
        stopSequences: ['END'],
        thinkingConfig: { thinkingLevel: 'low' },
      },
      toolConfig: { functionCallingConfig: { mode: 'ANY' } },
    });
    const parts = (second!.body['contents'] as { parts: object[] }[]).flatMap((content) => content.parts);
    expect(parts).toContainEqual({
      functionCall: expect.objectContaining({ name: 'calculate', args: { expression: '6*7' } }),
      thoughtSignature: 'c2lnbg==',
    });
    expect(JSON.stringify(second!.body)).not.toContain('A product.');
  });
});

describe('a budget in USD', () => {
  test('on a model without a known price -> refused before the model is called, with model and setting', async () => {
    const asked = system.model.requests.length;
    const conversation = system.client.conversation({ flow: 'unpriced', user: system.newUser() });
    const failure = await conversation.ask('Hello').catch((error: unknown) => error);
    expect(failure).toMatchObject({
      message: expect.stringContaining(
        "calls model 'openai:scripted', which has no known price, so its budget in USD cannot be enforced: set models.openai.models['scripted'].price in threadline.config.ts",
      ),
    });
    expect(system.model.requests).toHaveLength(asked);
  });
});

describe('a model whose price is unknown', () => {
  test('a call of it -> has no cost, and is marked as unpriced', async () => {
    await registerFlows(system.db, [
      flowOf('costly', SCRIPTED_MODEL, { extraConfig: { contextWindow: 5_000 } }),
    ]);
    system.model.reply(text('Hello.'));
    const conversation = system.client.conversation({ flow: 'costly', user: system.newUser() });
    const { executionId } = await conversation.ask('Hello');
    const [call] = await system.client.executions.explain(executionId);
    expect(call!.context.arithmetic?.window).toBe(5_000);
    expect(call!.cost).toBeNull();
    expect(formatCallNotes(call!, createStyle(false)).join('\n')).toContain('cost unknown');
    expect(await system.client.executions.get(executionId)).toMatchObject({ cost: null, unpricedCalls: 1 });
  });
});

function flowOf(slug: string, model: string, config: Partial<AgentConfig>): FlowDefinition {
  const flow = assistantFlow(model);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, ...config } } : node,
  );
  return { ...flow, slug, nodes };
}
