import { describe, expect, test } from 'vitest';
import { createHistoryTools, type ExecutionPlace } from '../../../activities/agent/look-up/history-tools.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { loadMessages } from '../../../store/conversation/load-messages.js';
import { useDatabase } from '../store/fixtures/store-harness.js';
import { importChat, START } from './fixtures.js';

const store = useDatabase();
const PLACE: ExecutionPlace = { conversationId: null, currentSeq: null, clearedThrough: 0 };

describe('search_history', () => {
  test('words that were said -> the message, with its number, time and speaker', async () => {
    const ask = await startAsking(['My penguin is called Nora', 'Noted', 'And the weather?']);
    expect(await ask('search_history', { query: 'penguins' })).toEqual({
      type: 'text',
      value: 'passages 0-1 of 1; end\n[1] 2024-05-01 08:00 User\nMy penguin is called Nora',
    });
  });

  test('more than asked for -> a page and the next offset; a passage of a long text says where it stands', async () => {
    const ask = await startAsking([`penguin ${'x'.repeat(900)}`, 'One penguin', 'Two penguin', 'Now?']);
    const first = await ask('search_history', { query: 'penguin', limit: 2 });
    expect(first.value).toContain('passages 0-2 of 3; next offset: 2');
    const rest = await ask('search_history', { query: 'penguin', limit: 2, offset: 2 });
    expect(rest.value).toContain('passages 2-3 of 3; end');
    expect(`${first.value}${rest.value}`).toContain('(characters 0-800 of 908)');
  });

  test('a page of few tokens -> what fits, and the rest by its offset', async () => {
    const ask = await startAsking([
      ...Array.from({ length: 9 }, () => 'a penguin of some weight here'),
      'Now?',
    ]);
    const { value } = await ask('search_history', { query: 'penguin' }, 120);
    expect(countTextTokens(String(value))).toBeLessThanOrEqual(120);
    expect(value).toMatch(/^passages 0-[1-8] of 9; next offset: [1-8]\n/);
  });

  test('days -> only what was said on them', async () => {
    const day = 86_400_000;
    const ask = await startAsking(
      [0, 1, 2, 3].map((days) => ({
        role: 'user' as const,
        text: `penguin ${days}`,
        at: new Date(START + days * day),
      })),
    );
    const input = { query: 'penguin', from_date: '2024-05-02', to_date: '2024-05-02' };
    expect((await ask('search_history', input)).value).toContain('penguin 1');
    expect((await ask('search_history', input)).value).toContain('0-1 of 1');
  });

  test.each([
    [{}, 'query is missing'],
    [{ query: 'a', limit: 0 }, "limit is '0'"],
    [{ query: 'a', from_date: 'May' }, "from_date is 'May'"],
    [{ query: 'a', to_date: '2024-13-45' }, "to_date is '2024-13-45'"],
    ['not json', 'JSON'],
  ])('%j -> an error that says what is wrong', async (input, message) => {
    const ask = await startAsking(['One', 'Two']);
    const output = await ask('search_history', input);
    expect(output.type).toBe('error-text');
    expect(output.value).toContain(message);
  });

  test('nothing that fits -> says so', async () => {
    const ask = await startAsking(['One', 'Two']);
    expect(await ask('search_history', { query: 'penguin' })).toEqual({
      type: 'text',
      value: 'Nothing was found.',
    });
  });
});

describe('read_history', () => {
  test('a range -> the messages below a heading', async () => {
    const ask = await startAsking(['One', 'Two', 'Three', 'Four']);
    expect((await ask('read_history', { from: 2, to: 3 })).value).toBe(
      'messages 2-3 of 1-4; end\n[2] 2024-05-01 08:01 AI\nTwo\n[3] 2024-05-01 08:02 User\nThree',
    );
  });

  test('more than fits -> pages by the next number join to all', async () => {
    const ask = await startAsking(
      Array.from({ length: 40 }, (_, index) => `Message ${index + 1} says a thing.`),
    );
    const seen: string[] = [];
    let from: string | undefined = '1';
    while (from !== undefined) {
      const value: string = String((await ask('read_history', { from: Number(from) }, 150)).value);
      expect(countTextTokens(value)).toBeLessThanOrEqual(150);
      seen.push(...[...value.matchAll(/Message (\d+) says/g)].map(([, number]) => number!));
      from = /next: from (\d+)/.exec(value)?.[1];
    }
    expect(seen).toEqual(Array.from({ length: 40 }, (_, index) => `${index + 1}`));
  });

  test('one message that does not fit -> its beginning, and where it goes on', async () => {
    const ask = await startAsking(['word '.repeat(2_000), 'Two']);
    const { value } = await ask('read_history', { from: 1 }, 200);
    expect(countTextTokens(String(value))).toBeLessThanOrEqual(200);
    expect(value).toMatch(/10000 characters; go on: read_artifact message:1 offset \d+$/);
    expect(value).toContain('next: from 2');
  });

  test('a message of a million characters -> its beginning; no more of it is read than a page could hold', async () => {
    const conversationId = await importChat(store.db, ['word '.repeat(200_000), 'Two']);
    const [long, short] = await loadMessages(store.db, {
      conversationId,
      first: 1,
      last: 2,
      characters: 900,
    });
    expect(long).toMatchObject({ isCut: true, characters: 1_000_000 });
    expect(long!.text).toHaveLength(900);
    expect(short).toMatchObject({ isCut: false, characters: 3, text: 'Two' });
    const output = await createHistoryTools(store.db).run(
      'read_history',
      { from: 1 },
      { execution: { conversationId, currentSeq: 2, clearedThrough: 0 }, maxTokens: 200 },
    );
    const said = output.type === 'text' ? output.value : '';
    expect(said).toMatch(/… 1000000 characters; go on: read_artifact message:1 offset \d+$/);
    expect(countTextTokens(said)).toBeLessThanOrEqual(200);
  });

  test('messages before a clear, or after the current one -> not shown', async () => {
    const ask = await startAsking(['One', 'Two', 'Three', 'Four'], { clearedThrough: 2, currentSeq: 3 });
    expect((await ask('read_history', { from: 1 })).value).toBe(
      'messages 3-3 of 3-3; end\n[3] 2024-05-01 08:02 User\nThree',
    );
    expect((await ask('read_history', { from: 4 })).type).toBe('error-text');
    expect((await ask('search_history', { query: 'One Two Four' })).value).toBe('Nothing was found.');
  });

  test('an execution outside a conversation -> an error', async () => {
    const tools = createHistoryTools(store.db);
    const output = await tools.run('read_history', { from: 1 }, { execution: PLACE, maxTokens: 100 });
    expect(output.type).toBe('error-text');
  });
});

/** Tools over a chat of which the last message is the turn's own. */
async function startAsking(messages: Parameters<typeof importChat>[1], more: Partial<ExecutionPlace> = {}) {
  const conversationId = await importChat(store.db, messages);
  const execution = { ...PLACE, conversationId, currentSeq: messages.length, ...more };
  const tools = createHistoryTools(store.db);
  return async (name: string, input: unknown, maxTokens = 4_000) => {
    const output = await tools.run(name, input, { execution, maxTokens });
    if (output.type !== 'text' && output.type !== 'error-text') throw new Error(output.type);
    return output;
  };
}
