import fc from 'fast-check';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { clearConversation } from '../../../store/conversation/conversations.js';
import { forgetUser } from '../../../store/users/forget-user.js';
import { loadPassageTexts } from '../../../store/passages/load-passage-texts.js';
import { passageKeys, passageTerm } from '../../../store/passages/passage-keys.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { turnWorkflowId } from '../../../protocol/ids.js';
import {
  accept,
  begin,
  finish,
  newConversation,
  rowsOf,
  say,
  useDatabase,
  type TestConversation,
} from '../store/fixtures/store-harness.js';
import { importChat, search } from './fixtures.js';

const store = useDatabase();

describe('storePassages', () => {
  test('a question and its answer -> both are found once they have a place in the thread', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, [message('t1', 'Where do penguins live?')]);
    const conversationId = await idOf(conversation);
    expect((await search(store.db, 'penguin', { conversationId })).hits).toEqual([]);
    await answer(conversation, 't1', 'In Antarctica, mostly.');
    expect((await search(store.db, 'penguin', { conversationId })).hits).toEqual([1]);
    const { rows } = await search(store.db, 'antarctica', { conversationId });
    expect(rows.map(({ seq, role }) => [seq, role])).toEqual([
      [1, 'user'],
      [2, 'assistant'],
    ]);
    expect(
      await loadPassageTexts(store.db, { conversationId, passages: [{ seq: 2, ordinal: 0 }] }),
    ).toMatchObject([
      {
        seq: 2,
        ordinal: 0,
        role: 'assistant',
        text: 'In Antarctica, mostly.',
        start: 0,
        end: 22,
        characters: 22,
      },
    ]);
  });

  test('the same turn stored twice -> indexed once', async () => {
    const conversation = newConversation();
    for (let time = 0; time < 2; time += 1)
      await accept(store.db, conversation, [message('t1', 'A penguin')]);
    expect(await passageRows(await idOf(conversation))).toHaveLength(1);
  });

  test('a cleared thread -> the passages stay, and are excluded from a search after the clear', async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, [message('t1', 'A penguin')]);
    await answer(conversation, 't1', 'A saxophone');
    await accept(store.db, conversation, [{ turnId: 'c1', kind: 'clear' }]);
    await clearConversation(store.db, { workflowId: conversation.id, turnId: 'c1' });
    const { conversations } = await rowsOf(store.db, conversation);
    const { id: conversationId, cleared_through: after } = conversations[0]!;
    expect((await search(store.db, 'penguin', { conversationId })).hits).toEqual([1]);
    expect((await search(store.db, 'penguin', { conversationId, after })).rows).toEqual([]);
  });

  test("a forgotten user -> none of the user's passages remains", async () => {
    const conversation = newConversation();
    await accept(store.db, conversation, [message('t1', 'A penguin')]);
    const conversationId = await idOf(conversation);
    expect(await passageRows(conversationId)).toHaveLength(1);
    await forgetUser(store.db, conversation.user, { actor: 'test', via: 'client' });
    expect(await passageRows(conversationId)).toHaveLength(0);
  });

  test('Chinese, Japanese and Korean -> found by a part of the text', async () => {
    const conversationId = await importChat(store.db, [
      '我昨天在上海博物馆看到了青铜器',
      '東京タワーの近くで待ち合わせしましょう',
      '서울대학교에서 만나요',
      'Nothing of it',
    ]);
    for (const [question, seq] of [
      ['博物馆在哪里', 1],
      ['東京タワー', 2],
      ['서울대학교', 3],
    ] as const)
      expect((await search(store.db, question, { conversationId })).hits).toContain(seq);
  });

  test('a long message -> the matching passage, with its place in the text', async () => {
    const text = `${'Some words of no matter. '.repeat(200)}The penguin sleeps. ${'More words. '.repeat(200)}`;
    const conversationId = await importChat(store.db, ['Tell me', text]);
    const { rows } = await search(store.db, 'sleeping penguin', { conversationId });
    const [hit, ...others] = rows.filter(({ matches }) => matches.length > 0);
    expect(others).toEqual([]);
    const [passage] = await loadPassageTexts(store.db, { conversationId, passages: [hit!] });
    expect(passage!.text).toContain('The penguin sleeps.');
    expect(text.slice(passage!.start, passage!.end)).toBe(passage!.text);
    expect(passage!.characters).toBe(text.length);
  });

  test('a megabyte of different words -> all of it is found, its end too', async () => {
    const words = Array.from({ length: 155_000 }, (_, index) => `w${index.toString(36)}x`).join(' ');
    const text = `${words} the penguin at its end`;
    expect(text.length).toBeGreaterThan(1_000_000);
    const conversationId = await importChat(store.db, ['Read this', text, 'Well?']);
    const { rows } = await search(store.db, 'penguin', { conversationId });
    const hits = rows.filter(({ matches }) => matches.length > 0);
    expect(hits).toHaveLength(1);
    const [passage] = await loadPassageTexts(store.db, { conversationId, passages: hits });
    expect(passage!.text.endsWith('the penguin at its end')).toBe(true);
  });

  test('NUL, lone surrogates, runs without a blank, backslashes and quotes -> stored and found', async () => {
    const hostile = [
      '\u0000',
      '\ud83d',
      '\udc00',
      'x'.repeat(5_000),
      '字'.repeat(3_000),
      `"{}\\'\\\\,NULL"`,
      '😀'.repeat(900),
    ];
    for (const part of hostile) {
      const conversation = newConversation();
      await accept(store.db, conversation, [message('t1', `${part} penguin ${part}`)], {
        clean: (text) => text.replaceAll('\u0000', '').toWellFormed(),
      });
      const conversationId = await idOf(conversation);
      await begin(store.db, conversation, 't1');
      expect((await search(store.db, 'penguin', { conversationId })).hits.length).toBeGreaterThan(0);
    }
  });

  test('any text -> indexing it does not fail', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 2_500 })
      .map((value) => value.replaceAll('\u0000', '').toWellFormed());
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 5 }), async (messages) => {
        await importChat(store.db, messages);
      }),
      { numRuns: 40 },
    );
  });

  test('blank messages -> no passages', async () => {
    expect(await passageRows(await importChat(store.db, ['', ' \n\t ', 'a penguin']))).toHaveLength(1);
  });

  test('words of many kinds -> the index holds the terms that a search looks up', async () => {
    const conversationId = await importChat(store.db, [
      'Ünïcödé naïve ΑΒΓ 12.5 a_b https://example.com/x?y=1',
    ]);
    const [stored] = await passageRows(conversationId);
    const lexemes = await readLexemes(store.db, {
      text: 'Ünïcödé naïve ΑΒΓ 12.5 a_b https://example.com/x?y=1',
    });
    const terms = lexemes.map((lexeme) => passageTerm(conversationId, lexeme)).sort((a, b) => a - b);
    const inRow = Array.from({ length: stored!.terms.length / 4 }, (_, at) =>
      stored!.terms.readUIntBE(4 * at, 3),
    );
    expect(inRow).toEqual(terms);
  });
});

describe('passageKeys', () => {
  test.each([1, 63, 64, 256, 1_023, 1_024, 5_000, 300_000])(
    'a row of turn %i -> found under the keys of its terms',
    async (position) => {
      const term = passageTerm(12, 'penguin');
      const keys = passageKeys({ conversationId: 12, terms: [term], lastPosition: position });
      for (const part of [0, 20, 400]) {
        const { rows } = await sql<{ found: boolean }>`
          select passage_keys(12, ${position}, ${part}::smallint,
            ${Buffer.from([term >> 16, (term >> 8) & 255, term & 255, 1])}::bytea) && ${keys}::bigint[] as found`.execute(
          store.db,
        );
        expect(rows[0]!.found).toBe(true);
      }
    },
  );
});

function message(turnId: string, text: string) {
  return { turnId, kind: 'message' as const, text };
}

async function answer(conversation: TestConversation, turnId: string, text: string): Promise<void> {
  await begin(store.db, conversation, turnId);
  const workflowId = turnWorkflowId(conversation.id, turnId);
  await say(store.db, workflowId, { content: [{ type: 'text', text }] });
  await finish(store.db, workflowId, 'completed');
}

async function idOf(conversation: TestConversation): Promise<number> {
  return (await rowsOf(store.db, conversation)).conversations[0]!.id;
}

async function passageRows(conversationId: number) {
  return store.db.selectFrom('passage').selectAll().where('conversation_id', '=', conversationId).execute();
}
