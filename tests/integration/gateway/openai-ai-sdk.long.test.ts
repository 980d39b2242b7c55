import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import * as ai6 from 'ai';
import * as ai7 from 'ai-7';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { assistantFlow } from '../../../flow/default-flow.js';
import { gated, lastToolResults, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { png } from '../fixtures/pictures.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const VERSIONS = [
  ['6', ai6],
  ['7', ai7 as unknown as typeof ai6],
] as const;

const responsesOf = (user: string) =>
  createOpenAI({ apiKey: user, baseURL: `${gateway.url}/v1` })('assistant');
const chatOf = (user: string) =>
  createOpenAICompatible({ name: 'threadline', apiKey: user, baseURL: `${gateway.url}/v1` })('assistant');
const PROVIDERS = [
  ['@ai-sdk/openai', responsesOf],
  ['@ai-sdk/openai-compatible', chatOf],
] as const;
const CASES = VERSIONS.flatMap(([version, ai]) =>
  PROVIDERS.map(([provider, modelOf]) => [version, provider, ai, modelOf] as const),
);

describe('AI SDK', () => {
  test.each(CASES)(
    'ai %s with %s, two turns -> the second includes the first',
    async (_v, _p, ai, modelOf) => {
      const model = modelOf(system.newUser());
      system.model.reply(text('Hello Ada.'), text('You are Ada.'));
      const messages: ai6.ModelMessage[] = [{ role: 'user', content: 'I am Ada' }];
      const first = await ai.generateText({ model, messages });
      expect(first.text).toBe('Hello Ada.');
      messages.push(...first.response.messages, { role: 'user', content: 'Who am I?' });
      const second = ai.streamText({ model, messages });
      expect(await second.text).toBe('You are Ada.');
      const sent = system.model.requests.at(-1)!.messages.map(({ role, content }) => [role, content]);
      expect(sent.slice(1)).toEqual([
        ['user', 'I am Ada'],
        ['assistant', 'Hello Ada.'],
        ['user', 'Who am I?'],
      ]);
    },
  );

  test.each(CASES)(
    'ai %s with %s, a tool in three rounds, always with one id -> each is run',
    async (_v, _p, ai, modelOf) => {
      const looked: string[] = [];
      const look = ai.tool({
        description: 'Looks a word up',
        inputSchema: z.object({ word: z.string() }),
        execute: ({ word }: { word: string }) => {
          looked.push(word);
          return Promise.resolve(`${word} is known`);
        },
      });
      const ask = (word: string) => toolCalls([{ id: 'look:0', name: 'look', arguments: { word } }]);
      system.model.reply(ask('one'), ask('two'), ask('three'), text('All are known.'));
      const answer = await ai.generateText({
        model: modelOf(system.newUser()),
        prompt: 'Look up one, two and three',
        tools: { look },
        stopWhen: ai.stepCountIs(5),
      });
      expect([answer.text, looked]).toEqual(['All are known.', ['one', 'two', 'three']]);
      expect(
        new Set(answer.steps.flatMap(({ toolCalls: calls }) => calls.map((c) => c.toolCallId))).size,
      ).toBe(3);
      expect(lastToolResults(system.model.requests.at(-1)!).map(({ text: said }) => said)).toEqual([
        'three is known',
      ]);
    },
  );

  test.each(CASES)(
    'ai %s with %s, an object -> in the default mode of the provider',
    async (_v, _p, ai, modelOf) => {
      system.model.reply(text('{"city":"Rome"}'));
      const { object } = await ai.generateObject({
        model: modelOf(system.newUser()),
        schema: z.object({ city: z.string() }),
        prompt: 'Where is the Forum? Answer in JSON.',
      });
      expect(object).toEqual({ city: 'Rome' });
    },
  );
});

describe('POST /v1/responses', () => {
  const clientOf = (user: string) =>
    new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 });
  const model = 'assistant';

  test('references to items -> of the caller alone; one that is missing is named', async () => {
    const user = system.newUser();
    const { responses } = clientOf(user);
    system.model.reply(text('Rome.'), text('Yes.'));
    const first = await responses.create({ model, input: 'Which city?' });
    const id = first.output[0]!.id!;
    const input = [
      { role: 'user' as const, content: 'Which city?' },
      { type: 'item_reference' as const, id },
      { role: 'user' as const, content: 'Sure?' },
    ];
    expect((await responses.create({ model, input })).output_text).toBe('Yes.');
    expect(
      system.model.requests
        .at(-1)!
        .messages.slice(1)
        .map(({ content }) => content),
    ).toEqual(['Which city?', 'Rome.', 'Sure?']);
    await expect(clientOf(system.newUser()).responses.create({ model, input })).rejects.toMatchObject({
      status: 404,
      code: 'item_not_found',
      param: 'input',
    });
    for (const made of ['msg_1', 'fc_x', 'rs_1', ''])
      await expect(
        responses.create({ model, input: [{ type: 'item_reference', id: made }, ...input] }),
      ).rejects.toMatchObject({ status: 404, message: expect.stringContaining(`'${made}'`) as string });
  });

  test('a reference to a canceled answer -> the chat continues', async () => {
    const { responses } = clientOf(system.newUser());
    const gate = gated('One, ', 'two.');
    system.model.reply(gate, text('Three.'));
    const begun = await responses.create({ model, input: 'Count', stream: true });
    let id = '';
    let response = '';
    for await (const event of begun) {
      if (event.type === 'response.created') response = event.response.id;
      if (event.type !== 'response.output_item.added') continue;
      id = event.item.id!;
      await responses.cancel(response);
      break;
    }
    gate.release();
    const input = [
      { role: 'user' as const, content: 'Count' },
      { type: 'item_reference' as const, id },
      { role: 'user' as const, content: 'Go on' },
    ];
    expect((await responses.create({ model, input })).output_text).toBe('Three.');
  });

  test('an item of an unknown type, an invalid field -> 400 with its name', async () => {
    const { responses } = clientOf(system.newUser());
    const ask = (item: object) => responses.create({ model, input: [item as never] });
    await expect(ask({ type: 'web_search_call', id: 'ws_1' })).rejects.toMatchObject({
      status: 400,
      param: 'input.0.type',
      message: expect.stringContaining("'web_search_call'") as string,
    });
    await expect(ask({ role: 'user', content: [{ type: 'sound' }] })).rejects.toMatchObject({
      status: 400,
      param: expect.stringMatching(/^input\.0\.content/) as string,
    });
  });

  test('a picture and a file in the output of a call -> shown to the model', async () => {
    const { responses } = clientOf(system.newUser());
    const picture = `data:image/png;base64,${Buffer.from(png(64, 48, 'map')).toString('base64')}`;
    system.model.reply(toolCalls([{ id: '', name: 'map', arguments: {} }]), text('A map.'));
    const tools = [{ type: 'function' as const, name: 'map', parameters: { type: 'object' }, strict: false }];
    const first = await responses.create({ model, input: 'Show it', tools });
    const [call, ...more] = first.output;
    if (call?.type !== 'function_call') throw new Error(call?.type);
    expect([more, call.call_id]).toEqual([[], expect.stringMatching(/^call_[0-9a-f]{24}$/)]);
    const output = [
      { type: 'input_text' as const, text: 'Here:' },
      { type: 'input_image' as const, image_url: picture, detail: 'auto' as const },
      {
        type: 'input_file' as const,
        filename: 'way.txt',
        file_data: `data:text/plain;base64,${btoa('Turn left.')}`,
      },
    ];
    const second = await responses.create({
      model,
      tools,
      previous_response_id: first.id,
      input: [{ type: 'function_call_output', call_id: call.call_id, output }],
    });
    expect(second.output_text).toBe('A map.');
    const sent = JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(sent).toContain(picture);
    expect(sent).toContain('Turn left.');
    expect(lastToolResults(system.model.requests.at(-1)!)[0]!.text).toContain('Here:');
  });
});
