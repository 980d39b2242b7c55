import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { embedQuestion } from '../../../models/embed-question.js';
import { createEmbedder, type Embedder } from '../../../models/embeddings.js';
import { embedMissing } from '../../../store/passages/embed-missing.js';
import { searchPassages } from '../../../store/passages/search-passages.js';
import { startModelServer, type ModelServer } from '../../../packages/testing/model-server/index.js';
import { useDatabase } from '../store/fixtures/store-harness.js';
import { importChat } from './fixtures.js';

const store = useDatabase();
let server: ModelServer;
let embedder: Embedder;

beforeAll(async () => {
  server = await startModelServer({ synonyms: [['dog', 'hound', 'puppy']] });
  embedder = createEmbedder('openai:words', { openai: { baseUrl: server.baseUrl } });
});
afterAll(() => server.close());

describe('embedMissing', () => {
  test('a thread in calls of two -> each passage once, in order, then done', async () => {
    const conversationId = await importChat(store.db, ['One dog', 'x y. '.repeat(400), 'Three', '', 'Five']);
    const before = server.embedded.length;
    const results = [];
    do results.push(await embedMissing(store.db, embedder, { conversationId, limit: 2 }));
    while (!results.at(-1)!.isDone);
    expect(results.map(({ embedded }) => embedded)).toEqual([2, 2, 2, 0]);
    const texts = server.embedded.slice(before).flat();
    expect([texts[0], ...texts.slice(-2)]).toEqual(['One dog', 'Three', 'Five']);
    expect(await embedMissing(store.db, embedder, { conversationId })).toEqual({ embedded: 0, isDone: true });
    expect(await vectors(conversationId)).toHaveLength(6);
  });

  test('a message added later -> only that message is embedded', async () => {
    const conversationId = await importChat(store.db, ['One', 'Two']);
    await embedMissing(store.db, embedder, { conversationId });
    await store.db.deleteFrom('embedding_progress').where('conversation_id', '=', conversationId).execute();
    await store.db
      .insertInto('embedding_progress')
      .values({ conversation_id: conversationId, model: embedder.model, through_seq: 1, through_ordinal: 0 })
      .execute();
    expect(await embedMissing(store.db, embedder, { conversationId })).toEqual({ embedded: 1, isDone: true });
    expect(server.embedded.at(-1)).toEqual(['Two']);
  });

  test('another model -> everything is embedded again, and the old vectors are deleted', async () => {
    const conversationId = await importChat(store.db, ['One', 'Two']);
    await embedMissing(store.db, embedder, { conversationId });
    const other = createEmbedder('openai:others', { openai: { baseUrl: server.baseUrl } });
    expect(await embedMissing(store.db, other, { conversationId, limit: 1 })).toMatchObject({ embedded: 1 });
    expect((await vectors(conversationId)).map(({ model }) => model).sort()).toEqual([
      'openai:others',
      'openai:words',
    ]);
  });

  test('a model that fails -> nothing is stored, and the next try succeeds', async () => {
    const conversationId = await importChat(store.db, ['One']);
    const broken = { model: embedder.model, embed: () => Promise.reject(new Error('away')) };
    await expect(embedMissing(store.db, broken, { conversationId })).rejects.toThrow('away');
    expect(await vectors(conversationId)).toHaveLength(0);
    expect(await embedMissing(store.db, embedder, { conversationId })).toEqual({ embedded: 1, isDone: true });
  });
});

describe('searchPassages with an embedding', () => {
  test.each([20, 600])(
    '%i messages, one with the meaning in different words -> that one is the most similar',
    async (length) => {
      const conversationId = await importChat(
        store.db,
        Array.from({ length }, (_, index) => (index === 11 ? 'My puppy barks' : `Note ${index} about taxes`)),
      );
      while (!(await embedMissing(store.db, embedder, { conversationId })).isDone);
      const asked = await embedQuestion(embedder, { text: 'the hound barks' });
      expect(asked.kind).toBe('embedded');
      const vector = asked.kind === 'embedded' ? asked.vector : [];
      const range = { conversationId, after: 0, before: length + 1, terms: ['hound'] };
      expect((await searchPassages(store.db, range)).rows).toEqual([]);
      const { rows } = await searchPassages(store.db, {
        ...range,
        embedding: { model: embedder.model, vector },
      });
      const [best] = [...rows].sort((a, b) => (b.similarity ?? -1) - (a.similarity ?? -1));
      expect([best!.seq, best!.matches]).toEqual([12, []]);
      expect(best!.similarity).toBeGreaterThan(0.5);
      const none = await searchPassages(store.db, {
        ...range,
        embedding: { model: 'openai:others', vector },
      });
      expect(none.rows).toEqual([]);
    },
  );
});

describe('embedQuestion', () => {
  test('no answer within the deadline -> a reason, and the request is aborted', async () => {
    let signal: AbortSignal | undefined;
    const silent: Embedder = {
      model: 'openai:silent',
      embed: (_texts, given) => {
        signal = given;
        return new Promise(() => undefined);
      },
    };
    expect(await embedQuestion(silent, { text: 'Where?', deadlineMs: 20 })).toEqual({
      kind: 'failed',
      reason: "Embedding model 'openai:silent' did not answer within 20 ms",
    });
    expect(signal?.aborted).toBe(true);
  });

  test('an unavailable endpoint -> a reason', async () => {
    const away = createEmbedder('openai:words', { openai: { baseUrl: 'http://127.0.0.1:1/v1' } });
    expect(await embedQuestion(away, { text: 'Where?' })).toMatchObject({ kind: 'failed' });
  });
});

describe('createEmbedder', () => {
  test.each([
    ['words', /not of the form/],
    ['anthropic:words', /not of the form/],
    ['openai:words', /needs OPENAI_API_KEY/],
  ])('%s without a key or an endpoint -> reports what is missing', (id, message) => {
    expect(() => createEmbedder(id, {})).toThrow(message);
  });
});

async function vectors(conversationId: number) {
  return store.db
    .selectFrom('passage_embedding')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .execute();
}
