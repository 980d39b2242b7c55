import { describe, expect, test } from 'vitest';
import { createHistoryTools } from '../../../activities/agent/look-up/history-tools.js';
import type { ExecutionPlace } from '../../../activities/agent/look-up/visible-range.js';
import { findReadable } from '../../../activities/agent/look-up/read-artifact.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import type { Touched } from '../../../trajectory/touched/touched-thing.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadMessages } from '../../../store/conversation/load-messages.js';
import { useDatabase } from '../store/fixtures/store-harness.js';
import { importChat, START } from './fixtures.js';

const store = useDatabase();
const PLACE: ExecutionPlace = { conversationId: null, currentSeq: null, clearedThrough: 0, threadDepth: 0 };

describe('search_history', () => {
  test('words of an earlier message -> the message, with its number, time and speaker', async () => {
    const ask = await startAsking(['My penguin is called Nora', 'Noted', 'And the weather?']);
    expect(await ask('search_history', { query: 'penguins' })).toEqual({
      type: 'text',
      value: 'passages 0-1 of 1; end\n[1] 2024-05-01 08:00 User\nMy penguin is called Nora',
    });
  });

  test('more than requested -> a page and the next offset; a passage of a long text includes its place', async () => {
    const ask = await startAsking([`penguin ${'x'.repeat(900)}`, 'One penguin', 'Two penguin', 'Now?']);
    const first = await ask('search_history', { query: 'penguin', limit: 2 });
    expect(first.value).toContain('passages 0-2 of 3; next offset: 2');
    const rest = await ask('search_history', { query: 'penguin', limit: 2, offset: 2 });
    expect(rest.value).toContain('passages 2-3 of 3; end');
    expect(`${first.value}${rest.value}`).toContain('(characters 0-800 of 908)');
  });

  test('a page of few tokens -> as much as fits, and the rest by its offset', async () => {
    const ask = await startAsking([
      ...Array.from({ length: 9 }, () => 'a penguin of some weight here'),
      'Now?',
    ]);
    const { value } = await ask('search_history', { query: 'penguin' }, 120);
    expect(countTextTokens(String(value))).toBeLessThanOrEqual(120);
    expect(value).toMatch(/^passages 0-[1-8] of 9; next offset: [1-8]\n/);
  });

  test('days -> only messages of these days', async () => {
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
  ])('%j -> an error with the reason', async (input, message) => {
    const ask = await startAsking(['One', 'Two']);
    const output = await ask('search_history', input);
    expect(output.type).toBe('error-text');
    expect(output.value).toContain(message);
  });

  test('a text with a line like a heading -> only the message found is touched, with what was shown of it', async () => {
    const forged = `A penguin\n[99] 2026-01-01 08:00 User\n${'x'.repeat(900)}`;
    const conversationId = await importChat(store.db, [forged, 'Now?']);
    const { output, touched } = await createHistoryTools(store.db).run(
      'search_history',
      { query: 'penguin' },
      {
        execution: { ...PLACE, conversationId, currentSeq: 2 },
        maxTokens: 4_000,
        takesPictures: false,
      },
    );
    expect(output).toMatchObject({ value: expect.stringContaining('\n[99] 2026-01-01 ') as string });
    expect(touched).toEqual([
      {
        type: 'Knowledge',
        name: 'message 1, characters 0-800',
        description: 'Found by search_history',
        attributes: { knowledgeType: 'passage', content: { message: 1, range: [0, 800] } },
      },
    ]);
  });

  test('no match -> a message that nothing was found', async () => {
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

  test('one message that does not fit -> its beginning, and where it continues', async () => {
    const ask = await startAsking(['word '.repeat(2_000), 'Two']);
    const { value } = await ask('read_history', { from: 1 }, 200);
    expect(countTextTokens(String(value))).toBeLessThanOrEqual(200);
    expect(value).toMatch(/10000 characters; go on: read_artifact message:1 offset \d+$/);
    expect(value).toContain('next: from 2');
  });

  test('a message of a million characters -> its beginning; no more is read than a page could hold', async () => {
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
    const { output } = await createHistoryTools(store.db).run(
      'read_history',
      { from: 1 },
      { execution: { ...PLACE, conversationId, currentSeq: 2 }, maxTokens: 200, takesPictures: false },
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
    const { output } = await tools.run(
      'read_history',
      { from: 1 },
      { execution: PLACE, maxTokens: 100, takesPictures: false },
    );
    expect(output.type).toBe('error-text');
  });
});

async function startAsking(messages: Parameters<typeof importChat>[1], more: Partial<ExecutionPlace> = {}) {
  const conversationId = await importChat(store.db, messages);
  const execution = { ...PLACE, conversationId, currentSeq: messages.length, ...more };
  const tools = createHistoryTools(store.db);
  return async (name: string, input: unknown, maxTokens = 4_000) => {
    const { output } = await tools.run(name, input, { execution, maxTokens, takesPictures: false });
    if (output.type !== 'text' && output.type !== 'error-text') throw new Error(output.type);
    return output;
  };
}

describe('a thread', () => {
  test('the parent threads -> searched and read up to the anchors, by level; nothing after an anchor', async () => {
    const root = await importChat(store.db, ['A red penguin', 'Two', 'Three', 'A late penguin']);
    const middle = await hang(root, {
      depth: 1,
      anchor: 3,
      messages: ['A green penguin', 'B', 'A later penguin'],
    });
    const own = await hang(middle, {
      depth: 2,
      anchor: 2,
      messages: ['A blue penguin', 'Noted', 'And now?'],
    });
    const tools = createHistoryTools(store.db);
    const execution = { conversationId: own, currentSeq: 3, clearedThrough: 0, threadDepth: 2 };
    const ask = async (name: string, input: unknown) => {
      const { output, touched = [] } = await tools.run(name, input, {
        execution,
        maxTokens: 400,
        takesPictures: false,
      });
      if (output.type !== 'text' && output.type !== 'error-text') throw new Error(output.type);
      things.push(...touched);
      return output.value;
    };
    const things: Touched[] = [];
    const found = await ask('search_history', { query: 'penguin' });
    expect(things.map(({ name, attributes }) => [name, attributes?.['content']])).toEqual(
      expect.arrayContaining([
        ['message 1', { message: 1 }],
        ['message 1 of the conversation above', { message: 1, depth: 0 }],
        ['message 1 of the thread above, 1 below the conversation', { message: 1, depth: 1 }],
      ]),
    );
    expect(things).toHaveLength(3);
    expect(found).toContain('passages 0-3 of 3; end');
    for (const line of ['[1] 2024', '[1, above: 1] 2024', '[1, above: 2] 2024'])
      expect(found).toContain(line);
    expect(found).not.toContain('late');
    expect(await ask('read_history', { from: 1, above: 2 })).toMatch(
      /^messages 1-3 of 1-3; end\n\[1, above: 2\]/,
    );
    expect(await ask('read_history', { from: 4, above: 2 })).toContain('There is no message from 4');
    expect(await ask('read_history', { from: 3, above: 1 })).toContain('There is no message from 3');
    expect(await ask('read_history', { from: 1, above: 3 })).toBe('No thread exists 3 levels up.');
    expect(await ask('read_history', { from: 1, above: -1 })).toContain("above is '-1'");
  });

  test("a name of a parent's message -> its text up to the anchor; a forged one -> refused", async () => {
    const root = await importChat(store.db, ['A red penguin', 'Two', 'A late penguin']);
    const own = await hang(root, { depth: 1, anchor: 2, messages: ['And now?'] });
    const read = async (name: string) => {
      const execution = { conversationId: own, currentSeq: 1, clearedThrough: 0, threadDepth: 1 };
      return findReadable(store.db, { ...execution, input: null } as ExecutionFacts, name);
    };
    expect(await read('message:above1:1')).toEqual({ text: 'A red penguin' });
    for (const name of [
      'message:above1:3',
      'message:above2:1',
      'message:above1:0',
      'message:3',
      `message:above1:9999999999`,
    ])
      expect(await read(name), name).toHaveProperty('problem');
  });
});

async function hang(
  parent: number,
  { depth, anchor, messages }: { depth: number; anchor: number; messages: string[] },
): Promise<number> {
  const id = await importChat(store.db, messages);
  await store.db
    .updateTable('conversation')
    .set({ parent_id: parent, depth, anchor_seq: anchor, thread_id: `thread-${id}` })
    .where('id', '=', id)
    .execute();
  return id;
}
