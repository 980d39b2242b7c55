import { describe, expect, test } from 'vitest';
import { createRandom } from '../../../packages/lab/bench/context/random.js';
import { embedMissing, type TextEmbedder } from '../../../store/passages/embed-missing.js';
import { findNearestPassages } from '../../../store/passages/nearest-passages.js';
import { useDatabase } from '../store/fixtures/store-harness.js';
import { importChat } from './fixtures.js';

const store = useDatabase();

describe('findNearestPassages', () => {
  test('too many vectors to compare them all -> choosing candidates by signs finds 95 % of the ten nearest', async () => {
    const random = createRandom(7);
    const vector = (): number[] => Array.from({ length: 256 }, () => random() - 0.5);
    const messages = 2_300;
    const vectors = new Map<string, number[]>();
    const conversationId = await importChat(
      store.db,
      Array.from({ length: messages }, (_, index) => `message ${index + 1}`),
    );
    const known: TextEmbedder = {
      model: 'random',
      embed: (texts) =>
        Promise.resolve(
          texts.map((text) => {
            const one = vector();
            vectors.set(text, one);
            return one;
          }),
        ),
    };
    while (!(await embedMissing(store.db, known, { conversationId })).isDone);
    let found = 0;
    for (let question = 0; question < 10; question += 1) {
      const asked = vector();
      const exact = [...vectors.entries()]
        .map(([text, stored]) => ({ seq: Number(text.split(' ')[1]), similarity: cosineOf(asked, stored) }))
        .sort((a, b) => b.similarity - a.similarity)
        .slice(0, 10);
      const near = await findNearestPassages(store.db, {
        conversationId,
        after: 0,
        before: messages + 1,
        embedding: { model: 'random', vector: asked },
      });
      expect(near.length).toBeLessThan(messages / 2);
      const best = new Set(near.slice(0, 12).map(({ seq }) => seq));
      found += exact.filter(({ seq }) => best.has(seq)).length;
    }
    expect(found).toBeGreaterThanOrEqual(95);
  });
});

function cosineOf(a: readonly number[], b: readonly number[]): number {
  const product = (x: readonly number[], y: readonly number[]): number =>
    x.reduce((sum, value, at) => sum + value * (y[at] ?? 0), 0);
  return product(a, b) / Math.sqrt(product(a, a) * product(b, b));
}
