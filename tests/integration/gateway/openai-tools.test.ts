import OpenAI from 'openai';
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { placeCallerRounds } from '../../../activities/execution/place-caller-rounds.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { chat, model } from '../../../flow/kinds/node-kinds.js';
import {
  lastToolResults,
  offeredTools,
  text,
  toolCalls,
} from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  const plain = defineFlow({
    slug: 'plain',
    name: 'Plain',
    nodes: { chat: chat(), write: model({ model: SCRIPTED_MODEL }) },
    edges: [['chat', 'write']],
  });
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL), plain] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const weather: ChatCompletionTool = {
  type: 'function',
  function: {
    name: 'weather',
    description: 'The weather of a city.',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
};
const question: ChatCompletionMessageParam = { role: 'user', content: 'How is it in Rome?' };
const clientOf = (user: string) =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 }).chat.completions;
const CALL_ID = expect.stringMatching(/^call_[0-9a-f]{24}$/) as string;
const askRome = () => toolCalls([{ id: 'call_rome', name: 'weather', arguments: { city: 'Rome' } }]);

describe('tools of the caller', () => {
  test('a call, then its result -> returned as a call, and sent on as a real call with its result', async () => {
    const completions = clientOf(system.newUser());
    system.model.reply(askRome(), text('Sunny, 24 degrees.'));
    const asked = await completions.create({ model: 'assistant', messages: [question], tools: [weather] });
    const [choice] = asked.choices;
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        role: 'assistant',
        content: null,
        tool_calls: [
          { id: CALL_ID, type: 'function', function: { name: 'weather', arguments: '{"city":"Rome"}' } },
        ],
      },
    });
    const { id } = choice!.message.tool_calls![0]!;
    const offered = offeredTools(system.model.requests.at(-1)!);
    expect(offered).toEqual(['current_time', 'calculate', 'weather']);

    const done = await completions.create({
      model: 'assistant',
      messages: [
        { role: 'user', content: 'Hello.' },
        { role: 'assistant', content: 'Hi!' },
        question,
        choice!.message,
        { role: 'tool', tool_call_id: id, content: '24 degrees, sunny' },
      ],
      tools: [weather],
    });
    expect(done.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: 'Sunny, 24 degrees.' },
    });
    const sent = system.model.requests.at(-1)!;
    const roles = sent.messages.map(({ role }) => role);
    expect(roles).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'tool']);
    expect(sent.messages[3]).toMatchObject({ content: 'How is it in Rome?' });
    expect(sent.messages[4]).toMatchObject({ tool_calls: [{ function: { name: 'weather' } }] });
    expect(lastToolResults(sent)).toEqual([{ id, text: '24 degrees, sunny' }]);
  });

  test('streamed, with text before the call -> the text, then the call, and no other chunks', async () => {
    system.model.reply(
      toolCalls([{ id: 'c1', name: 'weather', arguments: { city: 'Oslo' } }], { text: 'I look.' }),
    );
    const stream = await clientOf(system.newUser()).create({
      model: 'assistant',
      messages: [question],
      tools: [weather],
      stream: true,
      stream_options: { include_usage: true },
    });
    const pieces = [];
    for await (const { choices, usage } of stream) pieces.push(choices[0] ?? { usage });
    const deltas = pieces.flatMap((piece) => ('delta' in piece ? [piece.delta] : []));
    expect(deltas.map(({ content }) => content ?? '').join('')).toBe('I look.');
    expect(deltas.flatMap(({ tool_calls: calls }) => calls ?? [])).toEqual([
      {
        index: 0,
        id: CALL_ID,
        type: 'function',
        function: { name: 'weather', arguments: '{"city":"Oslo"}' },
      },
    ]);
    expect(pieces.at(-2)).toMatchObject({ finish_reason: 'tool_calls' });
    expect(pieces.at(-1)).toMatchObject({ usage: { total_tokens: expect.any(Number) } });
  });

  test("the flow's own tool first -> run by the flow; several rounds of the caller's -> a step for each", async () => {
    const completions = clientOf(system.newUser());
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '2*3' } }]),
      toolCalls([
        { id: 'a', name: 'weather', arguments: { city: 'Rome' } },
        { id: 'b', name: 'weather', arguments: { city: 'Oslo' } },
      ]),
      text('Rome is warmer.'),
    );
    const messages: ChatCompletionMessageParam[] = [question];
    const first = await completions.create({ model: 'assistant', messages, tools: [weather] });
    const [a, b] = first.choices[0]!.message.tool_calls!.map(({ id }) => id) as [string, string];
    expect([a, b]).toEqual([CALL_ID, CALL_ID]);
    const earlier: ChatCompletionMessageParam[] = [
      {
        role: 'assistant',
        content: 'First Paris.',
        tool_calls: [{ id: 'p', type: 'function', function: { name: 'weather', arguments: '{' } }],
      },
      { role: 'tool', tool_call_id: 'p', content: [{ type: 'text', text: 'no JSON' }] },
      first.choices[0]!.message,
      { role: 'tool', tool_call_id: b, content: '3' },
      { role: 'tool', tool_call_id: a, content: '24' },
    ];
    const last = await completions.create({
      model: 'assistant',
      messages: [...messages, ...earlier],
      tools: [weather],
    });
    expect(last.choices[0]!.message.content).toBe('Rome is warmer.');
    const { messages: sent } = system.model.requests.at(-1)!;
    expect(sent.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'tool',
      'assistant',
      'tool',
      'tool',
    ]);
    expect(sent.slice(-2).map(({ tool_call_id: id, content }) => [id, content])).toEqual([
      [a, '24'],
      [b, '3'],
    ]);
  });

  test('the same key again -> the same calls, and the model is called once', async () => {
    const completions = clientOf(system.newUser());
    system.model.reply(askRome());
    const before = system.model.requests.length;
    const options = { headers: { 'idempotency-key': 'weather-1' } };
    const request = { model: 'assistant', messages: [question], tools: [weather] };
    const one = await completions.create(request, options);
    const other = await completions.create(request, options);
    expect(other.choices).toEqual(one.choices);
    expect(system.model.requests.length - before).toBe(1);
  });

  test('a tool choice -> is sent to the provider; results without tools -> no new calls are allowed', async () => {
    const completions = clientOf(system.newUser());
    const named = { type: 'function' as const, function: { name: 'weather' } };
    for (const [choice, told] of [
      ['required', 'required'],
      [named, named],
    ] as const) {
      system.model.reply(askRome());
      await completions.create({
        model: 'assistant',
        messages: [question],
        tools: [weather],
        tool_choice: choice,
      });
      expect(system.model.requests.at(-1)!.body['tool_choice']).toEqual(told);
    }
    system.model.reply(text('It is warm.'));
    const rounds: ChatCompletionMessageParam[] = [
      {
        role: 'assistant',
        tool_calls: [{ id: 'x', type: 'function', function: { name: 'weather', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'x', content: 'warm' },
    ];
    const { choices } = await completions.create({ model: 'assistant', messages: [question, ...rounds] });
    expect(choices[0]!.message.content).toBe('It is warm.');
    expect(lastToolResults(system.model.requests.at(-1)!)).toEqual([{ id: 'x', text: 'warm' }]);
    expect(offeredTools(system.model.requests.at(-1)!)).toEqual([]);
  });

  test('its rounds are stored again, as after a worker died -> nothing changes', async () => {
    const user = system.newUser();
    system.model.reply(text('Warm.'));
    await clientOf(user).create({
      model: 'assistant',
      messages: [
        question,
        {
          role: 'assistant',
          tool_calls: [{ id: 'x', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'x', content: 'warm' },
      ],
      tools: [weather],
    });
    const [run] = await system.client.executions.list({ user, limit: 1 });
    const { executionId } = run!;
    const trace = () =>
      system.db
        .selectFrom('trace_message')
        .innerJoin('execution', 'execution.id', 'execution_id')
        .select(['step', 'ordinal', 'content'])
        .where('workflow_id', '=', executionId)
        .orderBy('step')
        .orderBy('ordinal')
        .execute();
    const before = await trace();
    expect(before.map(({ step, ordinal }) => [step, ordinal])).toEqual([
      [1, 0],
      [1, 1],
      [2, 0],
    ]);
    const placed = await placeCallerRounds(
      { db: system.db, settings: DEFAULT_CONTEXT_SETTINGS },
      { flow: assistantFlow(SCRIPTED_MODEL), workflowId: executionId },
    );
    expect(placed).toEqual({ nodeId: 'agent', count: 1 });
    expect(await trace()).toEqual(before);
  });

  test('a result larger than a context -> a pointer or cut, and the turn is answered', async () => {
    system.model.reply(text('Too long to read.'));
    const { choices } = await clientOf(system.newUser()).create({
      model: 'assistant',
      messages: [
        question,
        {
          role: 'assistant',
          tool_calls: [{ id: 'x', type: 'function', function: { name: 'weather', arguments: '{}' } }],
        },
        { role: 'tool', tool_call_id: 'x', content: 'rain and sun '.repeat(100_000) },
      ],
      tools: [weather],
    });
    expect(choices[0]!.message.content).toBe('Too long to read.');
    expect(lastToolResults(system.model.requests.at(-1)!)[0]!.text).toContain('artifact:weather-');
  });

  test.each([
    ['a flow whose answer is no agent’s', { model: 'plain', tools: [weather] }, /accepts no tools/],
    [
      'a name that the flow has',
      { tools: [{ ...weather, function: { name: 'calculate' } }] },
      /'calculate' already/,
    ],
    ['two of one name', { tools: [weather, weather] }, /Two tools are named 'weather'/],
    ['a name that no provider takes', { tools: [{ ...weather, function: { name: 'a b' } }] }, /not "a b"/],
    ['a named conversation', { tools: [weather], conversation: 'mine' }, /omit the conversation/],
    ['a choice of nothing', { tool_choice: 'required' }, /needs 'tools'/],
    [
      'a call without a result',
      {
        tools: [weather],
        messages: [
          question,
          {
            role: 'assistant',
            tool_calls: [
              { id: 'x', type: 'function', function: { name: 'weather', arguments: '{}' } },
              { id: 'y', type: 'function', function: { name: 'weather', arguments: '{}' } },
            ],
          },
          { role: 'tool', tool_call_id: 'y', content: '1' },
        ],
      },
      /'x' has no result/,
    ],
    [
      'a result without a call',
      { tools: [weather], messages: [question, { role: 'tool', tool_call_id: 'z', content: '1' }] },
      /'z' has no preceding call/,
    ],
  ])('%s -> 400 with its name', async (_name, fields, message) => {
    const chats = clientOf(system.newUser());
    const request = { model: 'assistant', messages: [question], ...fields };
    const failed = chats.create(request as Parameters<typeof chats.create>[0]);
    await expect(failed).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });
});
