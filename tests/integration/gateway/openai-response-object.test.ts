import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
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

const responsesOf = (user: string) =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 }).responses;
const hello = { model: 'assistant', input: 'hello' };
const parameters = { type: 'object', properties: { city: { type: 'string' } } };
const weather = { type: 'function' as const, name: 'weather', parameters, strict: null };

describe('the response object by openai for Node', () => {
  test('no settings -> the defaults, at once and later', async () => {
    const responses = responsesOf(system.newUser());
    system.model.reply(text('Hi.'));
    const first = await responses.create(hello);
    const defaults = { store: true, tools: [], tool_choice: 'auto', text: { format: { type: 'text' } } };
    expect(first).toMatchObject(defaults);
    expect(await responses.retrieve(first.id)).toMatchObject(defaults);
  });

  test('tools, a choice and store: false, whole and streamed -> as requested; later the names of the tools', async () => {
    const responses = responsesOf(system.newUser());
    system.model.reply(text('Hi.'), text('Ho.'));
    const asked = { ...hello, tools: [weather], tool_choice: 'required' as const, store: false };
    const requested = { store: false, tools: [weather], tool_choice: 'required' };
    const whole = await responses.create(asked);
    expect(whole).toMatchObject(requested);
    const named = { store: false, tools: [{ type: 'function', name: 'weather', parameters: null }] };
    expect(await responses.retrieve(whole.id)).toMatchObject(named);
    for await (const event of await responses.create({ ...asked, stream: true }))
      if ('response' in event) expect(event.response).toMatchObject(requested);
  });

  test.each([
    { type: 'json_object' as const },
    { type: 'json_schema' as const, name: 'place', schema: parameters },
  ])('the format %j -> as requested, and later no format', async (format) => {
    const responses = responsesOf(system.newUser());
    system.model.reply(text('{"city":"Rome"}'));
    const first = await responses.create({ ...hello, text: { format } });
    expect(first.text).toEqual({ format });
    const later = await responses.retrieve(first.id);
    expect(later.output_text).toBe('{"city":"Rome"}');
    expect(later.text).toBeUndefined();
  });
});
