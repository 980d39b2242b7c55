import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { ChatOpenAI } from '@langchain/openai';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { fault, gated, text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { png } from '../fixtures/pictures.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
let limited: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
  gateway = await serveGateway(system);
  limited = await serveGateway(system, { limits: { requestsPerMinute: 0 } });
});
afterAll(async () => {
  await Promise.all([gateway?.close(), limited?.close()]);
  await system?.stop();
});

const PICTURE = Buffer.from(png(64, 48, 'sky')).toString('base64');
const SCHEMA = {
  type: 'object' as const,
  properties: { city: { type: 'string' as const } },
  required: ['city'],
};

interface Asked {
  url: string;
  key: string;
  model?: string;
  hasPicture?: boolean;
  wantsObject?: boolean;
  signal?: AbortSignal;
  onText?: (text: string) => void;
}

const CLIENTS = {
  async '@ai-sdk/openai-compatible'({
    url,
    key,
    model = 'assistant',
    hasPicture,
    wantsObject,
    signal,
    onText,
  }) {
    const baseURL = `${url}/v1`;
    const provider = createOpenAICompatible({
      name: 'threadline',
      apiKey: key,
      baseURL,
      supportsStructuredOutputs: true,
    });
    const picture = { type: 'file' as const, mediaType: 'image/png', data: PICTURE };
    const question = { type: 'text' as const, text: 'What is it?' };
    const { stream } = await provider(model).doStream({
      prompt: [{ role: 'user', content: hasPicture ? [question, picture] : [question] }],
      responseFormat: wantsObject ? { type: 'json', name: 'place', schema: SCHEMA } : undefined,
      abortSignal: signal,
    });
    let said = '';
    for await (const part of stream) {
      if (part.type === 'error') throw part.error;
      if (part.type === 'text-delta') said += part.delta;
      if (said !== '') onText?.(said);
    }
    return said;
  },
  async '@langchain/openai'({ url, key, model = 'assistant', hasPicture, wantsObject, signal, onText }) {
    const configuration = { baseURL: `${url}/v1` };
    const chat = new ChatOpenAI({ model, apiKey: key, maxRetries: 0, configuration });
    const picture = { type: 'image_url', image_url: { url: `data:image/png;base64,${PICTURE}` } };
    const question = { type: 'text', text: 'What is it?' };
    const messages = [{ role: 'user', content: hasPicture ? [question, picture] : [question] }];
    if (wantsObject) {
      const asking = chat.withStructuredOutput(SCHEMA, { name: 'place', method: 'jsonSchema', strict: true });
      return JSON.stringify(await asking.invoke(messages));
    }
    let said = '';
    for await (const { content } of await chat.stream(messages, signal && { signal })) {
      said += content as string;
      if (said !== '') onText?.(said);
    }
    return said;
  },
} satisfies Record<string, (asked: Asked) => Promise<string>>;

describe.each(Object.keys(CLIENTS) as (keyof typeof CLIENTS)[])('%s', (name) => {
  const ask = CLIENTS[name];

  test('a picture -> the model sees it; an object by a schema -> checked, and repaired if it does not match', async () => {
    const asked = { url: gateway.url, key: system.newUser() };
    system.model.reply(text('A sky.'));
    expect(await ask({ ...asked, hasPicture: true })).toBe('A sky.');
    expect(JSON.stringify(system.model.requests.at(-1)!.messages)).toContain(PICTURE);
    system.model.reply(text('{"city":7}'), text('{"city":"Rome"}'));
    expect(JSON.parse(await ask({ ...asked, wantsObject: true }))).toEqual({ city: 'Rome' });
  });

  test('its signal aborts in the middle -> the turn is canceled', async () => {
    const key = system.newUser();
    const reply = gated('One, ', 'two.');
    system.model.reply(reply);
    const stopping = new AbortController();
    const asking = ask({ url: gateway.url, key, signal: stopping.signal, onText: () => stopping.abort() });
    await asking.catch(() => undefined);
    await vi.waitFor(async () => {
      const [newest] = await system.client.executions.list({ user: key, limit: 1 });
      expect(newest?.status).toBe('cancelled');
    }, 20_000);
    reply.release();
  });

  test("a missing key, an unknown flow, too many requests, an unavailable model -> the client's own error with the status", async () => {
    const readStatus = async (asked: Asked): Promise<unknown> => {
      const error: unknown = await ask(asked).then(
        () => 'nothing was refused',
        (thrown: unknown) => thrown,
      );
      const { status, statusCode } = error as { status?: number; statusCode?: number };
      return status ?? statusCode ?? error;
    };
    const asked = { url: gateway.url, key: system.newUser() };
    expect(await readStatus({ ...asked, key: 'nobody' })).toBe(401);
    expect(await readStatus({ ...asked, model: 'nothing' })).toBe(404);
    expect(await readStatus({ ...asked, url: limited.url })).toBe(429);
    system.model.reply(fault.status(400));
    expect(await readStatus(asked)).toBe(500);
  });
});
