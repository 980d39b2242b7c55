import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clearConversation, closeConversation } from '../../../store/conversation/conversations.js';
import {
  adoptSummary,
  recordSummaryAttempt,
  type NewSummary,
  type SummaryBase,
} from '../../../store/summaries/adopt-summary.js';
import { findSummary, loadSummaryHead } from '../../../store/summaries/summary-head.js';
import {
  MAX_TURNS_BETWEEN_TRIES,
  findDueSummary,
  type SummaryRule,
} from '../../../store/summaries/summary-due.js';
import { loadSummaryFacts, MAX_SUMMARY_FACTS } from '../../../store/summaries/summary-facts.js';
import { sumSummaryUsage } from '../../../store/summaries/summary-views.js';
import {
  accept,
  answer,
  counting,
  newConversation,
  rowsOf,
  useDatabase,
  type TestConversation,
} from '../store/fixtures/store-harness.js';

const store = useDatabase();
const ROOM = { tokens: 16_000, characters: 18_000, window: 100_000 };
const RULE: SummaryRule = { messages: 4, every: 'window', tokens: [800, 300], minTokens: 0, room: ROOM };

describe('adoptSummary', () => {
  test('the base is unchanged -> it becomes the head, its facts are stored', async () => {
    const thread = await threadOf(2);
    const fact = { seq: 3, ordinal: 0, value: '42', clause: 'the answer is 42', weight: 2.5 };
    expect(await adopt(thread, { newFacts: [fact] })).toMatchObject({ kind: 'adopted', ordinal: 1 });
    expect(await loadSummaryHead(store.db, thread.id)).toEqual({
      summary: {
        ordinal: 1,
        way: 'summarize',
        content: 'In short.',
        tokens: 3,
        budget: 800,
        coversFrom: 1,
        coversThrough: 4,
      },
      coversThrough: 4,
      clearedThrough: 0,
    });
    expect(await findSummary(store.db, { conversationId: thread.id, ordinal: 1 })).toMatchObject({
      content: 'In short.',
    });
    expect(
      await loadSummaryFacts(store.db, { conversationId: thread.id, after: 0, through: 4 }),
    ).toMatchObject([fact]);
  });

  test('more facts than are kept -> those with the most weight stay, the newer of equals', async () => {
    const thread = await threadOf(2);
    const facts = Array.from({ length: MAX_SUMMARY_FACTS + 20 }, (_, index) => ({
      seq: index < 25 ? 1 : 3,
      ordinal: index,
      value: `${index}`,
      clause: `it is ${index}`,
      weight: index === 0 ? 2 : 1,
    }));
    await adopt(thread, { newFacts: facts });
    const kept = await loadSummaryFacts(store.db, { conversationId: thread.id, after: 0, through: 4 });
    expect(kept.map(({ ordinal }) => ordinal).slice(0, 2)).toEqual([0, 25]);
    const rows = await store.db
      .selectFrom('summary_fact')
      .select('ordinal')
      .where('conversation_id', '=', thread.id)
      .orderBy('ordinal')
      .execute();
    const old = rows.map(({ ordinal }) => ordinal).filter((ordinal) => ordinal < 25);
    expect(rows).toHaveLength(MAX_SUMMARY_FACTS);
    expect(old).toEqual([0, 1, 2, 3, 4]);
  });

  test("D67: turn 2's summary is adopted before turn 1's -> turn 1's is superseded, its cost counts", async () => {
    const thread = await threadOf(2);
    const base: SummaryBase = { ordinal: null, coversThrough: 0 };
    await adopt(thread, { base, coversThrough: 4, position: 2, content: 'Newer.' });
    expect(await adopt(thread, { base, coversThrough: 2, position: 1, content: 'Older.' })).toMatchObject({
      kind: 'superseded',
    });
    const head = await loadSummaryHead(store.db, thread.id);
    expect([head?.summary?.content, head?.coversThrough]).toEqual(['Newer.', 4]);
    expect(await sumSummaryUsage(store.db, { conversationId: thread.id })).toMatchObject([
      { way: 'summarize', attempts: 2, adopted: 1, inputTokens: 20, outputTokens: 10 },
    ]);
    expect(await sumSummaryUsage(store.db, { conversationId: thread.id, position: 1 })).toMatchObject([
      { attempts: 1, adopted: 0, inputTokens: 10 },
    ]);
  });

  test('the history was cleared, the thread closed, or it covers missing messages -> superseded', async () => {
    const cleared = await threadOf(2);
    await accept(store.db, cleared.conversation, [{ turnId: 'c', kind: 'clear' }]);
    await clearConversation(store.db, { workflowId: cleared.conversation.id, turnId: 'c' });
    expect(await adopt(cleared, {})).toMatchObject({
      kind: 'superseded',
      reason: 'The history was cleared meanwhile',
    });
    expect(await loadSummaryHead(store.db, cleared.id)).toEqual({
      summary: null,
      coversThrough: 4,
      clearedThrough: 4,
    });
    const closed = await threadOf(2);
    await closeConversation(store.db, closed.conversation.id);
    expect(await adopt(closed, {})).toMatchObject({ kind: 'superseded' });
    expect(await adopt(await threadOf(1), { coversThrough: 3 })).toMatchObject({ kind: 'superseded' });
  });

  test('a deleted conversation -> no summary', async () => {
    const thread = await threadOf(2);
    await store.db.deleteFrom('conversation').where('id', '=', thread.id).execute();
    expect(await adopt(thread, {})).toEqual({ kind: 'gone' });
    await recordFailure(thread, 2);
  });

  test('the schema refuses covers_through going back, or past what is there', async () => {
    const thread = await threadOf(2);
    await adopt(thread, {});
    for (const coversThrough of [3, 5])
      await expect(
        store.db
          .updateTable('conversation')
          .set({ covers_through: coversThrough })
          .where('id', '=', thread.id)
          .execute(),
      ).rejects.toThrow(/covers_through/);
  });

  test('many writers at once, on any bases -> covers_through only advances, each adopted one saw the previous one', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({ through: fc.integer({ min: 1, max: 8 }), rounds: fc.integer({ min: 1, max: 3 }) }),
          {
            minLength: 2,
            maxLength: 5,
          },
        ),
        async (writers) => {
          const thread = await threadOf(4);
          await Promise.all(
            writers.map(async ({ through, rounds }) => {
              for (let round = 0; round < rounds; round += 1) {
                const head = await loadSummaryHead(store.db, thread.id);
                const base = {
                  ordinal: head?.summary?.ordinal ?? null,
                  coversThrough: head?.coversThrough ?? 0,
                };
                await adopt(thread, { base, coversThrough: through, content: `on ${base.ordinal ?? 0}` });
              }
            }),
          );
          const rows = await store.db
            .selectFrom('summary')
            .selectAll()
            .where('conversation_id', '=', thread.id)
            .orderBy('ordinal')
            .execute();
          const adopted = rows.filter(({ status }) => status === 'adopted');
          for (const [index, row] of adopted.entries()) {
            expect(row.content).toBe(`on ${adopted[index - 1]?.ordinal ?? 0}`);
            expect(row.covers_through).toBeGreaterThanOrEqual(adopted[index - 1]?.covers_through ?? 1);
          }
          expect(rows.map(({ ordinal }) => ordinal)).toEqual(rows.map((_, index) => index + 1));
          const [{ covers_through: covers, summary_ordinal: head } = {}] = (
            await rowsOf(store.db, thread.conversation)
          ).conversations;
          expect([head, covers]).toEqual([adopted.at(-1)?.ordinal, adopted.at(-1)?.covers_through]);
        },
      ),
      { numRuns: 15 },
    );
  });
});

describe('findDueSummary', () => {
  test('fewer uncovered messages than the window holds -> none; as many -> due, through the newest answer', async () => {
    const thread = await threadOf(1);
    expect(await due(thread)).toEqual({ kind: 'none' });
    await answer(store.db, thread.conversation, 'more');
    await accept(store.db, thread.conversation, ['next']);
    expect(await due(thread)).toEqual({
      kind: 'due',
      work: {
        conversationId: thread.id,
        base: { branch: 0, ordinal: null, coversThrough: 0 },
        clearedThrough: 0,
        through: 4,
        position: 2,
        budget: 800,
        isRegeneration: false,
      },
    });
  });

  test('every turn -> due with one answer; once begun -> due with fewer than usual', async () => {
    const thread = await threadOf(1);
    expect(await due(thread, { ...RULE, every: 'turn' })).toMatchObject({ kind: 'due' });
    expect(
      await findDueSummary(store.db, { conversationId: thread.id, rule: RULE, through: 2 }),
    ).toMatchObject({
      kind: 'due',
    });
    await adopt(thread, { coversThrough: 2, position: 1 });
    expect(await findDueSummary(store.db, { conversationId: thread.id, rule: RULE, through: 2 })).toEqual({
      kind: 'none',
    });
  });

  test('D29: a larger budget -> due to be made again; a smaller one -> re-used', async () => {
    const thread = await threadOf(2);
    await adopt(thread, { budget: 300 });
    expect(await due(thread, { ...RULE, tokens: [300] })).toEqual({ kind: 'none' });
    expect(await due(thread, { ...RULE, tokens: [150] })).toEqual({ kind: 'none' });
    expect(await due(thread)).toMatchObject({ kind: 'due', work: { isRegeneration: true, budget: 800 } });
  });

  test('it failed repeatedly -> retried 1, 2, 4, 8, 16, 16 turns later; inline failures do not count', async () => {
    const thread = await threadOf(2);
    await recordFailure(thread, 2, 'inline');
    expect(await due(thread)).toMatchObject({ kind: 'due' });
    const tries: number[] = [];
    for (let position = 2; position <= 52; position += 1) {
      if (position > 2) await answer(store.db, thread.conversation, `p${position}`);
      if ((await due(thread)).kind !== 'due') continue;
      tries.push(position);
      await recordFailure(thread, position);
    }
    const pauses = tries.slice(1).map((position, index) => position - tries[index]!);
    expect(pauses).toEqual([1, 2, 4, 8, MAX_TURNS_BETWEEN_TRIES, MAX_TURNS_BETWEEN_TRIES]);
    await adopt(thread, { coversThrough: 4 });
    expect(await due(thread)).toMatchObject({ kind: 'due' });
  });

  test('a clear forgets failures; a closed thread is never due', async () => {
    const thread = await threadOf(2);
    await recordFailure(thread, 2);
    expect(await due(thread)).toEqual({ kind: 'later' });
    await accept(store.db, thread.conversation, [{ turnId: 'c', kind: 'clear' }]);
    await clearConversation(store.db, { workflowId: thread.conversation.id, turnId: 'c' });
    expect(await due(thread)).toEqual({ kind: 'none' });
    for (const turn of ['x', 'y']) await answer(store.db, thread.conversation, turn);
    expect(await due(thread)).toMatchObject({
      kind: 'due',
      work: { base: { coversThrough: 4 }, through: 8 },
    });
    await closeConversation(store.db, thread.conversation.id);
    expect(await due(thread)).toEqual({ kind: 'none' });
  });

  test('one statement, however long the thread', async () => {
    const thread = await threadOf(6);
    const { db, take } = counting(store.db);
    await findDueSummary(db, { workflowId: thread.conversation.id, rule: RULE });
    expect(take()).toBe(1);
  });
});

interface Thread {
  conversation: TestConversation;
  id: number;
}

async function threadOf(turns: number): Promise<Thread> {
  const conversation = newConversation();
  for (let turn = 1; turn <= turns; turn += 1) await answer(store.db, conversation, `t${turn}`);
  return { conversation, id: (await rowsOf(store.db, conversation)).conversations[0]!.id };
}

function due({ id }: Thread, rule = RULE) {
  return findDueSummary(store.db, { conversationId: id, rule });
}

const USAGE = { inputTokens: 10, cachedInputTokens: 2, outputTokens: 5, cost: '0.000001000000' };

function adopt({ id }: Thread, more: Partial<NewSummary>) {
  return store.db.transaction().execute((trx) =>
    adoptSummary(trx, {
      conversationId: id,
      position: 2,
      way: 'summarize',
      coversThrough: 4,
      budget: 800,
      model: 'm',
      base: { branch: 0, ordinal: null, coversThrough: 0 },
      usage: USAGE,
      content: 'In short.',
      tokens: 3,
      facts: { checked: 0, missing: 0, attached: 0 },
      newFacts: [],
      ...more,
    }),
  );
}

function recordFailure({ id }: Thread, position: number, way: 'inline' | 'merge' = 'merge') {
  return recordSummaryAttempt(store.db, {
    conversationId: id,
    position,
    way,
    coversThrough: 4,
    budget: 800,
    model: 'm',
    usage: USAGE,
    base: { branch: 0, ordinal: null, coversThrough: 0 },
    status: 'failed',
    reason: 'no',
  });
}
