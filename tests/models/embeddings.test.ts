import { expect, test, describe } from 'vitest';
import { createEmbedder } from '../../models/embeddings.js';
import { sendJson, startModelServer } from './fixtures/model-server.js';

describe('createEmbedder', () => {
  test('more texts than a request may have -> requests one after another, vectors in the order of the texts', async () => {
    const server = await startModelServer((response, { body }) => {
      const { input } = JSON.parse(body) as { input: string[] };
      const data = input.map((text, index) => ({ object: 'embedding', index, embedding: [Number(text)] }));
      sendJson(response, 200, {
        object: 'list',
        model: 'm',
        data,
        usage: { prompt_tokens: 1, total_tokens: 1 },
      });
    });
    const embedder = createEmbedder('openai:m', { openai: { baseUrl: server.baseUrl } });
    const texts = Array.from({ length: 2_049 }, (_, index) => String(index));
    const vectors = await embedder.embed(texts);
    expect(vectors).toEqual(texts.map((text) => [Number(text)]));
    expect(server.requests).toHaveLength(2);
  });
});
