import { describe, expect, test } from 'vitest';
import { createOfflineModel } from '../../models/offline/offline-model.js';
import { readStream } from '../../models/stream/read-stream.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { sendChunks, startModelServer } from './fixtures/model-server.js';

const OPTIONS = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }] };

describe('createModelRegistry', () => {
  test.each(['gpt-4o', ':gpt-4o', 'openai:', ''])(
    'id %j without provider or model -> refused, providers named',
    async (id) => {
      await expect(createModelRegistry({}).resolve(id)).rejects.toThrow(
        `Model '${id}' is not of the form 'provider:model'. Available providers: openai, openai-responses, anthropic, google, offline`,
      );
    },
  );

  test('unknown provider -> value and providers named, own ones too', async () => {
    const registry = createModelRegistry({ custom: { house: () => createOfflineModel() } });
    await expect(registry.resolve('mistral:large')).rejects.toThrow(
      /^Model 'mistral:large' has an unknown provider\. Available providers: .*offline, house$/,
    );
    expect(registry.providers).toContain('house');
  });

  test.each([
    ['openai:m', 'OPENAI_API_KEY'],
    ['openai-responses:m', 'OPENAI_API_KEY'],
    ['anthropic:m', 'ANTHROPIC_API_KEY'],
    ['google:m', 'GEMINI_API_KEY'],
  ])('%s without a key -> names %s', async (id, variable) => {
    await expect(createModelRegistry({}).resolve(id)).rejects.toThrow(`Model '${id}' needs ${variable}`);
  });

  test('an own provider -> receives everything after the first colon', async () => {
    const seen: string[] = [];
    const custom = { ollama: (modelId: string) => (seen.push(modelId), createOfflineModel()) };
    await createModelRegistry({ custom }).resolve('ollama:llama3.2:1b');
    expect(seen).toEqual(['llama3.2:1b']);
  });

  test('offline:demo -> the offline model; any other offline name is refused', async () => {
    expect((await createModelRegistry({}).resolve('offline:demo')).modelId).toBe('demo');
    await expect(createModelRegistry({}).resolve('offline:other')).rejects.toThrow("'offline:demo'");
  });

  test('openai: with a base URL -> chat completions there, usage requested, picture addresses unchanged', async () => {
    const server = await startModelServer((response) => sendChunks(response, [{ content: 'x' }], 'stop'));
    const model = await createModelRegistry({ openai: { baseUrl: server.baseUrl, apiKey: 'k' } }).resolve(
      'openai:m',
    );
    await readStream({ model, options: OPTIONS });
    expect(server.requests[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: 'Bearer k' },
    });
    expect(JSON.parse(server.requests[0]!.body)).toMatchObject({
      model: 'm',
      stream_options: { include_usage: true },
    });
    expect(Object.keys(await model.supportedUrls)).toEqual(['image/*']);
  });

  test('openai: without a base URL -> chat completions of OpenAI', async () => {
    const model = await createModelRegistry({ openai: { apiKey: 'k' } }).resolve('openai:gpt-4o-mini');
    expect(model.provider).toBe('openai.chat');
  });

  test('openai-responses: -> stateless, pictures as its input', async () => {
    const server = await startModelServer((response) => response.writeHead(500).end());
    const registry = createModelRegistry({ openai: { baseUrl: server.baseUrl, apiKey: 'k' } });
    const model = await registry.resolve('openai-responses:m');
    const data = Buffer.from('a picture');
    const content = [
      { type: 'text' as const, text: 'What is this?' },
      { type: 'file' as const, mediaType: 'image/png', data },
    ];
    const options = { ...OPTIONS, prompt: [{ role: 'user' as const, content }] };
    await readStream({ model, options }).catch(() => undefined);
    expect(server.requests[0]?.path).toBe('/v1/responses');
    const image_url = `data:image/png;base64,${data.toString('base64')}`;
    expect(JSON.parse(server.requests[0]!.body)).toMatchObject({
      store: false,
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_text', text: 'What is this?' },
            { type: 'input_image', image_url },
          ],
        },
      ],
    });
  });

  test('anthropic: -> messages, at its base URL', async () => {
    const server = await startModelServer((response) => response.writeHead(500).end());
    const registry = createModelRegistry({ anthropic: { baseUrl: server.baseUrl, apiKey: 'k' } });
    const model = await registry.resolve('anthropic:claude-sonnet-4-5');
    await readStream({ model, options: OPTIONS }).catch(() => undefined);
    expect(server.requests[0]).toMatchObject({ path: '/v1/messages', headers: { 'x-api-key': 'k' } });
  });
});
