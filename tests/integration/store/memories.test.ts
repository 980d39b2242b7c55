import { describe, expect, test } from 'vitest';
import { countUserRows, forgetUser } from '../../../store/users/forget-user.js';
import { findKnownUser } from '../../../store/users/find-known-user.js';
import { deleteMemory, MAX_MEMORIES, readMemories, writeMemory } from '../../../store/users/memories.js';
import type { MemoryKind } from '../../../protocol/memory-kinds.js';
import { accept, newConversation, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('writeMemory', () => {
  test('the same key again -> its value changes, its kinds are apart', async () => {
    const user = newUser();
    await write(user, 'name', 'Ada');
    await write(user, 'name', 'Met Ada in May', 'episode');
    await write(user, 'name', 'Ada Lovelace');
    const { memories } = await readMemories(store.db, { user });
    expect(memories.map(({ kind, value }) => [kind, value])).toEqual([
      ['fact', 'Ada Lovelace'],
      ['episode', 'Met Ada in May'],
    ]);
    expect(memories[0]!.updatedAt.getTime()).toBeGreaterThan(memories[0]!.createdAt.getTime());
  });

  test('the same value again -> no change, also not of when it changed', async () => {
    const user = newUser();
    await write(user, 'name', 'Ada');
    await write(user, 'city', 'London');
    const before = await readMemories(store.db, { user });
    expect(await write(user, 'name', 'Ada')).toBe('written');
    expect(await readMemories(store.db, { user })).toEqual(before);
  });

  test('1,000 memories, the last of them at once -> another one is refused as full, a change is not', async () => {
    const [user, other] = [newUser(), newUser()];
    await fill(user, MAX_MEMORIES - 2);
    const outcomes = await Promise.all(['a', 'b', 'c', 'd'].map((key) => write(user, key, 'x')));
    expect(outcomes.sort()).toEqual(['full', 'full', 'written', 'written']);
    expect((await findKnownUser(store.db, user)).memories.fact).toBe(MAX_MEMORIES);
    expect(await write(user, 'k1', 'changed')).toBe('written');
    expect(await write(other, 'k1', 'x')).toBe('written');
    await deleteMemory(store.db, { user, kind: 'fact', key: 'k1' });
    expect(await write(user, 'e', 'x')).toBe('written');
  });

  test.each([
    ['no key', '', 'x', 'The key of a memory has 0 characters'],
    ['nothing left of the key', '\u0000', 'x', 'The key of a memory has 0 characters'],
    ['a long key', 'k'.repeat(201), 'x', 'The key of a memory has 201 characters: it must have 1 to 200'],
    ['no value', 'k', '', 'The value of a memory has 0 characters'],
    ['a long value', 'k', 'v'.repeat(4_001), 'has 4001 characters: it must have 1 to 4000'],
  ])('%s -> an error with the reason', async (_situation, key, value, problem) => {
    await expect(write(newUser(), key, value)).rejects.toThrow(problem);
  });

  test('hostile texts, at their longest -> kept, found by their original key', async () => {
    const user = newUser();
    for (const key of [
      '__proto__',
      "x'; drop table memory; --",
      '\ud800half',
      'nu\u0000l',
      '😀'.repeat(100),
    ]) {
      await write(user, key, `${'ÿ'.repeat(3_990)}\ud800\u0000`);
      const { memories } = await readMemories(store.db, { user, key });
      expect(memories.map(({ value }) => value)).toEqual([`${'ÿ'.repeat(3_990)}\ufffd`]);
      expect(await deleteMemory(store.db, { user, kind: 'fact', key })).toBe(true);
    }
  });
});

describe('readMemories', () => {
  test('kind, key, another user -> only the requested memories', async () => {
    const [user, other] = [newUser(), newUser()];
    await write(user, 'name', 'Ada');
    await write(user, 'greeting', 'Say hello first', 'procedure');
    await write(other, 'name', 'Bob');
    expect(await keys({ user, kind: 'procedure' })).toEqual(['greeting']);
    expect(await keys({ user, key: 'name' })).toEqual(['name']);
    expect(await keys({ user, kind: 'episode', key: 'name' })).toEqual([]);
    expect(await keys({ user: 'nobody' })).toEqual([]);
  });

  test('no limit, a limit, one over the maximum -> 20, that many, 200, and whether there are more', async () => {
    const user = newUser();
    await fill(user, 201);
    const counted = async (limit?: number) => {
      const { memories, next } = await readMemories(store.db, { user, limit });
      return [memories.length, next !== null];
    };
    expect(await counted()).toEqual([20, true]);
    expect(await counted(3)).toEqual([3, true]);
    expect(await counted(1_000_000)).toEqual([200, true]);
    await deleteMemory(store.db, { user, kind: 'fact', key: 'k1' });
    expect(await counted(200)).toEqual([200, false]);
  });

  test.each([
    ['LONDON tea', ['drink']],
    ['drink london', ['drink']],
    ['  tea   tea ', ['drink']],
    ['coffee london', []],
    ['100%', ['discount']],
    ['a_b', ['under']],
    ['c:\\dir', ['path']],
    ['%', ['discount']],
    ['größe', ['size']],
    ['nu\u0000l', []],
  ])('search %j -> %j', async (search, found) => {
    const user = newUser();
    await write(user, 'drink', 'Tea, in London');
    await write(user, 'discount', 'Gets 100% off');
    await write(user, 'under', 'a_b');
    await write(user, 'between', 'axb, 1000');
    await write(user, 'path', 'c:\\dir');
    await write(user, 'size', 'Größe 42');
    expect(await keys({ user, search })).toEqual(found);
  });

  test('a full memory and a search made to be slow -> nothing found', async () => {
    const user = newUser();
    await fill(user, MAX_MEMORIES, 'a'.repeat(4_000));
    expect(await keys({ user, search: `${'a'.repeat(99)}b` })).toEqual([]);
    expect(await keys({ user, search: `${'a'.repeat(40)}b `.repeat(1_000) })).toEqual([]);
  });
});

describe('deleteMemory', () => {
  test('deleted twice -> found the first time; others stay', async () => {
    const user = newUser();
    await write(user, 'name', 'Ada');
    await write(user, 'name', 'Introduced herself', 'episode');
    const memory = { user, kind: 'fact', key: 'name' } as const;
    expect([await deleteMemory(store.db, memory), await deleteMemory(store.db, memory)]).toEqual([
      true,
      false,
    ]);
    expect(await keys({ user })).toEqual(['name']);
  });
});

describe('findKnownUser', () => {
  test('an unknown user -> nothing', async () => {
    expect(await findKnownUser(store.db, newUser())).toEqual({
      since: null,
      memories: { fact: 0, episode: 0, procedure: 0 },
    });
  });

  test('a conversation and memories -> since the first of them, counts by kind', async () => {
    const conversation = newConversation();
    const { user } = conversation;
    await write(user, 'name', 'Ada');
    await write(user, 'city', 'London');
    await write(user, 'met', 'In May', 'episode');
    const first = await findKnownUser(store.db, user);
    expect(first.memories).toEqual({ fact: 2, episode: 1, procedure: 0 });
    await accept(store.db, conversation, ['t1']);
    expect((await findKnownUser(store.db, user)).since).toEqual(first.since);
    await forgetMemories(user);
    expect((await findKnownUser(store.db, user)).since!.getTime()).toBeGreaterThan(first.since!.getTime());
  });
});

describe('forgetUser', () => {
  test('memories -> counted and deleted, those of others stay', async () => {
    const [user, other] = [newUser(), newUser()];
    await write(user, 'name', 'Ada');
    await write(user, 'city', 'London');
    await write(other, 'name', 'Bob');
    expect((await countUserRows(store.db, user)).memory).toBe(2);
    expect((await forgetUser(store.db, user, { actor: 'test', via: 'client' })).memory).toBe(2);
    expect([await keys({ user }), await keys({ user: other })]).toEqual([[], ['name']]);
  });
});

function newUser(): string {
  return newConversation().user;
}

function write(user: string, key: string, value: string, kind: MemoryKind = 'fact') {
  return writeMemory(store.db, { user, kind, key, value });
}

async function keys(query: Parameters<typeof readMemories>[1]): Promise<string[]> {
  return (await readMemories(store.db, query)).memories.map(({ key }) => key);
}

async function fill(user: string, count: number, value = 'x'): Promise<void> {
  const rows = Array.from({ length: count }, (_, n) => ({
    user_id: user,
    kind: 'fact' as const,
    key: `k${n + 1}`,
    value,
  }));
  await store.db.insertInto('memory').values(rows).execute();
}

async function forgetMemories(user: string): Promise<void> {
  await store.db.deleteFrom('memory').where('user_id', '=', user).execute();
}
