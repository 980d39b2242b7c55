import OpenAI from 'openai';
import type { FunctionTool, ResponseInputItem } from 'openai/resources/responses/responses';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import {
  lastToolResults,
  offeredTools,
  text,
  toolCalls,
} from '../../../packages/testing/model-server/index.js';
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

const weather: FunctionTool = {
  type: 'function',
  name: 'weather',
  description: 'The weather of a city.',
  parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  strict: false,
};
const model = 'assistant';
const asked = { model, tools: [weather], input: 'How is it in Rome?' };
const responsesOf = (user: string) =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 }).responses;
const askRome = (words?: string) =>
  toolCalls(
    [{ id: 'call_rome', name: 'weather', arguments: { city: 'Rome' } }],
    words === undefined ? {} : { text: words },
  );
const CALL = {
  type: 'function_call',
  call_id: expect.stringMatching(/^call_[0-9a-f]{24}$/) as string,
  name: 'weather',
  arguments: '{"city":"Rome"}',
  status: 'completed',
};
function callIdOf({ output }: OpenAI.Responses.Response): string {
  const call = output.find((item) => item.type === 'function_call');
  if (call === undefined) throw new Error('The response has no call');
  return call.call_id;
}

const roles = () => system.model.requests.at(-1)!.messages.map(({ role }) => role);

describe('tools of the caller, with responses', () => {
  test('a call, then its output after the response -> returned as items, and sent on with the earlier messages', async () => {
    const responses = responsesOf(system.newUser());
    system.model.reply(askRome('I look.'), text('Sunny.'), text('Rome.'));
    const first = await responses.create(asked);
    expect(first).toMatchObject({ status: 'completed', output_text: 'I look.' });
    expect(first.output.slice(1)).toMatchObject([CALL]);
    expect(offeredTools(system.model.requests.at(-1)!)).toContain('weather');
    expect((await responses.retrieve(first.id)).output).toEqual(first.output);
    const id = callIdOf(first);
    const output = { type: 'function_call_output' as const, call_id: id, output: '24 degrees' };
    const second = await responses.create({ ...asked, previous_response_id: first.id, input: [output] });
    expect(second).toMatchObject({ output_text: 'Sunny.', previous_response_id: first.id });
    expect(roles()).toEqual(['system', 'user', 'assistant', 'tool']);
    expect(lastToolResults(system.model.requests.at(-1)!)).toEqual([{ id, text: '24 degrees' }]);
    const third = await responses.create({
      ...asked,
      previous_response_id: second.id,
      input: 'Which city was it?',
    });
    expect(third.output_text).toBe('Rome.');
    const sent = JSON.stringify(system.model.requests.at(-1)!.messages);
    for (const word of ['How is it in Rome?', '24 degrees', 'Sunny.', 'Which city was it?'])
      expect(sent).toContain(word);
  });

  test('several consecutive rounds, with a picture -> each with its result, and the picture in every call', async () => {
    const responses = responsesOf(system.newUser());
    const picture = `data:image/png;base64,${Buffer.from(png(64, 48, 'map')).toString('base64')}`;
    const call = (id: string, city: string) => toolCalls([{ id, name: 'weather', arguments: { city } }]);
    system.model.reply(call('a', 'Rome'), call('a', 'Oslo'), text('Rome is warmer.'));
    const input: ResponseInputItem[] = [
      {
        role: 'user',
        content: [
          { type: 'input_text', text: 'Which of these is warmer?' },
          { type: 'input_image', image_url: picture, detail: 'auto' },
        ],
      },
    ];
    const first = await responses.create({ ...asked, input });
    const done = (asking: OpenAI.Responses.Response, output: string) => [
      { type: 'function_call_output' as const, call_id: callIdOf(asking), output },
    ];
    const second = await responses.create({
      ...asked,
      previous_response_id: first.id,
      input: done(first, '24'),
    });
    const last = await responses.create({
      ...asked,
      previous_response_id: second.id,
      input: done(second, '3'),
    });
    expect(last.output_text).toBe('Rome is warmer.');
    expect(roles()).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'tool']);
    expect(JSON.stringify(system.model.requests.at(-1)!.messages)).toContain(picture);
  });

  test('all items sent by the client itself, as with store: false -> the same request to the model', async () => {
    const responses = responsesOf(system.newUser());
    system.model.reply(askRome(), text('Sunny.'));
    const first = await responses.create({ ...asked, store: false });
    const input = [
      { role: 'user', content: asked.input },
      ...first.output,
      { type: 'function_call_output', call_id: callIdOf(first), output: '24 degrees' },
    ] as ResponseInputItem[];
    const second = await responses.create({ ...asked, store: false, input });
    expect(second.output_text).toBe('Sunny.');
    expect(roles()).toEqual(['system', 'user', 'assistant', 'tool']);
  });

  test('streamed -> the text, then the call in its own events; a resumed stream sends the rest', async () => {
    const responses = responsesOf(system.newUser());
    system.model.reply(askRome('I look.'));
    const events = [];
    for await (const event of await responses.create({ ...asked, stream: true, background: true }))
      events.push(event);
    const types = events.map(({ type }) => type);
    expect(types.filter((type) => type !== 'response.output_text.delta')).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.at(-3)).toMatchObject({ arguments: '{"city":"Rome"}', output_index: 1 });
    const end = events.at(-1)!;
    if (end.type !== 'response.completed') throw new Error(end.type);
    expect(end.response.output.slice(1)).toMatchObject([CALL]);
    for (const { sequence_number: after } of events.slice(4)) {
      const rest = [];
      const again = await responses.retrieve(end.response.id, { stream: true, starting_after: after });
      if (after === end.sequence_number) continue;
      for await (const { sequence_number: number } of again) rest.push(number);
      expect(rest).toEqual(
        events.map(({ sequence_number: number }) => number).filter((number) => number > after),
      );
    }
  });

  test.each([
    ['a conversation', { conversation: 'mine' }, /uses its flow's tools/],
    ['a tool of the provider', { tools: [{ type: 'web_search' }] }, /'web_search' is not supported/],
    ['two of one name', { tools: [weather, weather] }, /Two tools are named 'weather'/],
    ['a choice of nothing', { tools: [], tool_choice: 'required' }, /'tool_choice' needs 'tools'/],
    [
      'no message of a user',
      { tools: [], input: [{ role: 'assistant', content: 'hi' }] },
      /last message must be a user/,
    ],
    ['a limit of calls', { max_tool_calls: 3 }, /limits the steps/],
    [
      'an output without a call',
      {
        input: [
          { role: 'user', content: 'Hi' },
          { type: 'function_call_output', call_id: 'z', output: '1' },
        ],
      },
      /'z' has no preceding call/,
    ],
  ])('%s -> 400 with its name', async (_name, fields, message) => {
    const request = { ...asked, ...fields } as Parameters<OpenAI['responses']['create']>[0];
    const failed = responsesOf(system.newUser()).create(request);
    await expect(failed).rejects.toMatchObject({ status: 400, message: expect.stringMatching(message) });
  });
});
