import { describe, expect, test } from 'vitest';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { searchPassages, WHOLE_ROWS } from '../../../store/passages/search-passages.js';
import { PASSAGES_A_ROW } from '../../../store/passages/term-bytes.js';
import { counting, useDatabase } from '../store/fixtures/store-harness.js';
import { HOUR_MS, importChat, search, START } from './fixtures.js';

const store = useDatabase();
const [SHORT, LONG] = [300, WHOLE_ROWS + 100];
const LENGTHS = [SHORT, LONG];
const REACH = 40;

describe('searchPassages', () => {
  test.each(LENGTHS)('%i messages, one matches -> that one and its session', async (length) => {
    const messages = filler(length);
    messages[99] = 'The penguin wore a saxophone.';
    const conversationId = await importChat(store.db, messages);
    const { rows, hits, seqs, facts } = await search(store.db, 'Which penguins play the saxophone?', {
      conversationId,
    });
    expect(hits).toEqual([100]);
    expect(seqs).toEqual(length === SHORT ? range(1, SHORT) : range(100 - REACH, 100 + REACH));
    expect(rows.find(({ seq }) => seq === 100)).toMatchObject({
      ordinal: 0,
      role: 'assistant',
      name: null,
      session: 1,
      atMs: START + 99 * 60_000,
      tokens: 8,
      length: 3,
      matches: [
        { term: 0, count: 1 },
        { term: 2, count: 1 },
      ],
    });
    expect(facts).toMatchObject({ passages: length, frequencies: [1, 0, 1] });
    expect(facts.averageLength).toBeCloseTo(4, 0);
  });

  test.each(LENGTHS)(
    '%i messages, a pause beside the match -> nothing of the other session, unless everything is read',
    async (length) => {
      const conversationId = await importChat(
        store.db,
        filler(length).map((text, index) => ({
          role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
          text: index === 99 ? 'A penguin' : text,
          at: new Date(START + index * 60_000 + (index >= 99 ? 7 * HOUR_MS : 0)),
        })),
      );
      const { seqs } = await search(store.db, 'penguin', { conversationId });
      expect(seqs).toEqual(length === SHORT ? range(1, SHORT) : range(100, 100 + REACH));
    },
  );

  test.each(LENGTHS)(
    '%i messages, a range -> nothing outside of it, not even a neighbour',
    async (length) => {
      const messages = filler(length);
      for (const seq of [50, 60, 70, 80]) messages[seq - 1] = 'A penguin';
      const conversationId = await importChat(store.db, messages);
      const { hits, seqs, facts } = await search(store.db, 'penguin', {
        conversationId,
        after: 58,
        before: 72,
      });
      expect(hits).toEqual([60, 70]);
      expect([seqs[0], seqs.at(-1)]).toEqual([59, 71]);
      expect(facts).toMatchObject({ passages: 13, frequencies: [2] });
    },
  );

  test('a long thread, a limit of 2 -> the two best matches, and their neighbors', async () => {
    const messages = filler(LONG);
    for (const seq of [40, 160, 280]) messages[seq - 1] = 'A penguin';
    messages[159] = 'A penguin and a saxophone';
    messages[279] = 'A saxophone, a saxophone, a penguin';
    const conversationId = await importChat(store.db, messages);
    const { hits } = await search(store.db, 'penguin saxophone', { conversationId, limit: 2 });
    expect(hits).toEqual([160, 280]);
  });

  test('a long thread, a match in the last part of a long message -> its other parts are read, too', async () => {
    const messages = filler(LONG);
    messages[699] = `${filler(180).join('. ')}. A penguin`;
    const conversationId = await importChat(store.db, messages);
    const { rows } = await search(store.db, 'penguin', { conversationId });
    const own = rows.filter(({ seq }) => seq === 700);
    expect(own.at(-1)?.matches).toHaveLength(1);
    expect(own.map(({ ordinal }) => ordinal)).toEqual(range(0, own.length - 1));
    expect(own.length).toBeGreaterThan(PASSAGES_A_ROW);
  });

  test('a long thread, 30 matches -> the sessions of the best twenty, four messages around the others', async () => {
    const messages = filler(LONG);
    const places = Array.from({ length: 30 }, (_, index) => 20 + index * 36);
    for (const [index, place] of places.entries())
      messages[place] = index < 20 ? 'A penguin and a saxophone' : 'A penguin';
    const conversationId = await importChat(
      store.db,
      messages.map((text, index) => ({
        role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
        text,
        at: new Date(START + index * 60_000 + Math.floor((index + 34) / 36) * 7 * HOUR_MS),
      })),
    );
    const { hits, rows } = await search(store.db, 'penguin saxophone', { conversationId });
    expect(hits).toEqual(places.map((place) => place + 1));
    const sizes = new Map<number, number>();
    for (const { session } of rows) sizes.set(session, (sizes.get(session) ?? 0) + 1);
    const bySession = [...sizes.values()];
    expect(bySession.filter((size) => size === 36).length).toBeGreaterThanOrEqual(7);
    expect(bySession.slice(-10)).toEqual(Array(10).fill(9));
    expect(rows.length).toBeLessThan(900);
  });

  test('a long thread, a very frequent word near a match -> counted there, too', async () => {
    const messages = filler(LONG * 2).map((text) => `${text} weather`);
    messages[700] = 'A penguin';
    const conversationId = await importChat(store.db, messages);
    const { rows } = await search(store.db, 'penguin weather', { conversationId });
    expect(rows.find(({ seq }) => seq === 702)?.matches).toEqual([{ term: 1, count: 1 }]);
  });

  test('the same words in another conversation -> not found', async () => {
    await importChat(store.db, ['A penguin']);
    const conversationId = await importChat(store.db, filler(LONG));
    expect((await search(store.db, 'penguin', { conversationId })).rows).toEqual([]);
  });

  test('a very frequent word beside a rare one in a long thread -> the rare one finds, both are counted', async () => {
    const messages = filler(3 * WHOLE_ROWS).map((text) => `${text} weather`);
    messages[1_500] = 'The weather of a penguin';
    const conversationId = await importChat(store.db, messages);
    const { rows, facts } = await search(store.db, 'penguin weather', { conversationId });
    const hit = rows.find(({ seq }) => seq === 1_501);
    expect(hit?.matches).toEqual([
      { term: 0, count: 1 },
      { term: 1, count: 1 },
    ]);
    expect(rows.filter(({ matches }) => matches.some(({ term }) => term === 0))).toHaveLength(1);
    expect(facts.frequencies[0]).toBe(1);
    expect(facts.frequencies[1]).toBeGreaterThan(2_800);
  });

  test("a long chat whose answers repeat the words -> the user's message is found, with its answer ratio", async () => {
    const answer = 'A penguin plays the saxophone, as every penguin does with a saxophone. '.repeat(30);
    const messages = filler(WHOLE_ROWS).map((text, index) => (index % 2 === 0 ? text : answer));
    messages[400] = 'My penguin lost its saxophone';
    const conversationId = await importChat(store.db, messages);
    const { hits, rows, facts } = await search(store.db, 'penguin saxophone', { conversationId });
    expect(hits).toContain(401);
    expect(rows.filter(({ role, matches }) => role === 'user' && matches.length > 0)).toHaveLength(1);
    expect(facts.answerRatio).toBeGreaterThan(20);
  });

  test("a long chat, a question about the assistant's words -> whole answers, also one without the words", async () => {
    const answer = 'It depends on the weather of the week and on many more things. '.repeat(30);
    const messages = filler(WHOLE_ROWS).map((text, index) => (index % 2 === 0 ? text : answer));
    messages[400] = 'Where may my penguin play the saxophone?';
    const conversationId = await importChat(store.db, messages);
    const terms = await readLexemes(store.db, { text: 'penguin saxophone' });
    const answered = async (seeksAnswers: boolean): Promise<number[]> =>
      (await searchPassages(store.db, { conversationId, after: 0, before: 2_000, terms, seeksAnswers })).rows
        .filter(({ seq }) => seq === 402)
        .map(({ ordinal }) => ordinal);
    expect(await answered(true)).toEqual([0, 1, 2]);
    expect(await answered(false)).toEqual([]);
  });

  test('only a very frequent word -> found among the newest', async () => {
    const conversationId = await importChat(
      store.db,
      filler(2_816).map((text) => `${text} weather`),
    );
    const { hits } = await search(store.db, 'weather', { conversationId, limit: 10 });
    expect(hits.length).toBeGreaterThanOrEqual(10);
    expect(hits[0]).toBeGreaterThanOrEqual(1_750);
  });

  test('any length of thread -> at most three statements', async () => {
    const counts = [];
    for (const length of LENGTHS) {
      const messages = filler(length);
      messages[99] = 'A penguin';
      const conversationId = await importChat(store.db, messages);
      const { db, take } = counting(store.db);
      await searchPassages(db, { conversationId, after: 0, before: length + 1, terms: ['penguin'] });
      counts.push(take());
    }
    expect(counts).toEqual([1, 3]);
  });

  test('no terms, or nothing between the places -> no passages, without a statement', async () => {
    const { db, take } = counting(store.db);
    const conversationId = await importChat(store.db, ['A penguin']);
    const none = { rows: [], facts: { passages: 0, averageLength: 0, frequencies: [], answerRatio: 1 } };
    expect(await searchPassages(db, { conversationId, after: 0, before: 9, terms: [] })).toEqual(none);
    expect(await searchPassages(db, { conversationId, after: 1, before: 2, terms: ['a'] })).toEqual(none);
    expect(take()).toBe(0);
  });
});

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function filler(count: number): string[] {
  const letters = (value: number): string =>
    [...value.toString(26)].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26))).join('');
  return Array.from(
    { length: count },
    (_, index) => `alpha${letters(index)} beta${letters(index % 50)} gamma delta`,
  );
}
