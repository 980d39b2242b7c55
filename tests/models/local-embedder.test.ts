import { describe, expect, test } from 'vitest';
import { embedQuestion } from '../../models/embed-question.js';
import { createEmbedder } from '../../models/embeddings.js';

const embedder = createEmbedder('local', {});

describe('createLocalEmbedder', () => {
  test('a question in different words -> nearest to the statement that answers it', async () => {
    const [question, ...statements] = await embedder.embed([
      'which herbs do I dislike?',
      "I can't stand cilantro",
      'My sister moved to Lyon last March',
      'The flat costs 1200 a month',
    ]);
    const cosines = statements.map(
      (statement) => dot(question!, statement) / norm(question!) / norm(statement),
    );
    expect(Math.max(...cosines)).toBe(cosines[0]);
    expect(embedder.model).toBe('local:universal-sentence-encoder-lite');
  });

  test('many at once -> each its own vectors, in the order of its texts', async () => {
    const texts = ['one dog', 'two cats', 'three birds'];
    const alone = await Promise.all(texts.map(async (text) => (await embedder.embed([text]))[0]));
    const [all, reversed] = await Promise.all([embedder.embed(texts), embedder.embed(texts.toReversed())]);
    expect(all).toEqual(alone);
    expect(reversed).toEqual(alone.toReversed());
    expect(await embedder.embed([])).toEqual([]);
  });

  test('a question beside a long thread -> answered before its passages are', async () => {
    const order: string[] = [];
    const passages = Array.from({ length: 40 }, (_, index) => `passage number ${index} of a long thread`);
    const thread = embedder.embed(passages).then(() => order.push('thread'));
    const question = embedQuestion(embedder, { text: 'what was said?', deadlineMs: 60_000 }).then(() =>
      order.push('question'),
    );
    await Promise.all([thread, question]);
    expect(order).toEqual(['question', 'thread']);
  });

  test('aborted while it waits -> rejected with the reason, the next one is answered', async () => {
    const stop = new AbortController();
    const waiting = embedder.embed(['a', 'b', 'c'], stop.signal);
    stop.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await expect(embedder.embed(['d'], stop.signal)).rejects.toThrow('enough');
    expect(await embedder.embed(['d'])).toHaveLength(1);
  });

  test.each([
    ['empty', ''],
    ['not a text of words', '\u0000\ud83d \u{1f600}'.repeat(50)],
    ['long', 'word '.repeat(800)],
  ])('a text that is %s -> a vector of numbers', async (_, text) => {
    const [vector] = await embedder.embed([text]);
    expect(vector).toHaveLength(512);
    expect(vector!.every(Number.isFinite)).toBe(true);
  });
});

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

function norm(vector: readonly number[]): number {
  return Math.sqrt(dot(vector, vector));
}
