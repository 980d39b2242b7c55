import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createModelRegistry } from '../../models/model-registry.js';
import type { AiSdkProvider } from '../../models/sources/model-source.js';
import { readStream } from '../../models/stream/read-stream.js';
import { NODE_CLIENTS } from '../../scripts/test-clients/client-folders.js';
import { startModelServer, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { png } from '../integration/fixtures/pictures.js';

type MakeProvider = (settings: { baseURL: string; apiKey: string }) => AiSdkProvider;

const PICTURE = { type: 'file' as const, mediaType: 'image/png', data: png(8, 8, 'sky') };
const WEATHER = {
  type: 'function' as const,
  name: 'weather',
  inputSchema: { type: 'object' as const, properties: { city: { type: 'string' as const } } },
};

const server = await startModelServer({
  script: ({ body }) =>
    Array.isArray(body['tools'])
      ? toolCalls([{ name: 'weather', arguments: { city: 'Rome' } }])
      : text('A sky.'),
});
const answers: Record<string, unknown> = {};
for (const [name, packageName, make] of [
  ['openai', 'ai-openai-4', 'createOpenAI'],
  ['mistral', '@ai-sdk/mistral', 'createMistral'],
] as const) {
  const file = createRequire(join(NODE_CLIENTS, 'package.json')).resolve(packageName);
  const module = (await import(pathToFileURL(file).href)) as Record<string, MakeProvider>;
  const provider = module[make]?.({ baseURL: server.baseUrl, apiKey: 'k' });
  if (provider === undefined) throw new Error(`'${packageName}' has no ${make}`);
  const model = await createModelRegistry({ custom: { [name]: provider } }).resolve(`${name}:m`);
  const ask = { role: 'user' as const, content: [{ type: 'text' as const, text: 'What is it?' }, PICTURE] };
  const seen = await readStream({ model, options: { prompt: [ask] } });
  const called = await readStream({ model, options: { prompt: [ask], tools: [WEATHER] } });
  answers[name] = { content: seen.content, usage: seen.usage.inputTokens, called: called.content };
}
const pictures = server.requests.filter(({ body }) =>
  JSON.stringify(body).includes('data:image/png;base64,'),
).length;
await server.close();
console.log(JSON.stringify({ node: process.versions.node, answers, pictures }));
