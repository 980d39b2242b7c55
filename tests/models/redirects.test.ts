import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmbedder } from '../../models/embeddings.js';
import { toModelFailure } from '../../models/failures/to-model-failure.js';
import { fetchModelIds } from '../../models/providers/choose-first-model.js';
import { createModelRegistry } from '../../models/model-registry.js';
import { readStream } from '../../models/stream/read-stream.js';

const OPTIONS = { prompt: [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'hi' }] }] };

let status = 307;
const stolen: IncomingMessage[] = [];
let thief: Server;
let endpoint: Server;
beforeAll(async () => {
  thief = createServer((request, response) => {
    stolen.push(request);
    response.end('{}');
  });
  endpoint = createServer((_request, response) => {
    response.writeHead(status, { location: `${urlOf(thief)}/secret-path` }).end();
  });
  for (const server of [thief, endpoint]) await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => [thief, endpoint].forEach((server) => server?.close()));

function urlOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function settings() {
  const own = { apiKey: 'a-key', baseUrl: urlOf(endpoint) };
  return { openai: own, anthropic: own };
}

describe('a provider that answers with a redirect', () => {
  test.each([
    ['openai:m', 301],
    ['openai:m', 307],
    ['openai-responses:m', 308],
    ['anthropic:m', 302],
    ['anthropic:m', 307],
  ])('%s, %i -> refused permanently with the target, and nothing is sent there', async (id, redirect) => {
    status = redirect;
    const model = await createModelRegistry(settings()).resolve(id);
    const failure = await readStream({ model, options: OPTIONS }).then(() => undefined, toModelFailure);
    expect(failure).toMatchObject({ type: 'Model.InvalidRequest', nonRetryable: true });
    expect(failure?.message).toContain(`${redirect}, a redirect to '${urlOf(thief)}'`);
    expect(failure?.message).not.toContain('secret-path');
    expect(stolen).toEqual([]);
  });

  test('a list of models or vectors -> refused', async () => {
    const { openai } = settings();
    await expect(fetchModelIds(openai)).rejects.toThrow(/which is not followed/);
    await expect(createEmbedder('openai:m', settings()).embed(['a'])).rejects.toThrow(
      /which is not followed/,
    );
    expect(stolen).toEqual([]);
  });
});
