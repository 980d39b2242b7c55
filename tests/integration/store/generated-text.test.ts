import { describe, expect, test } from 'vitest';
import { contentHash } from '../../../context/text/content-hash.js';
import { openDatabase } from '../../../store/database.js';
import { recallText, rememberText } from '../../../store/calls/generated-texts.js';
import { counting, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

describe('rememberText', () => {
  test('a text -> stored under its hash with one statement; stored again -> no statement', async () => {
    const { db, take } = counting(store.db);
    const hash = await rememberText(db, 'You are helpful.');
    expect([hash, take()]).toEqual([contentHash('You are helpful.'), 1]);
    expect([await rememberText(db, 'You are helpful.'), take()]).toEqual([hash, 0]);
    expect(await recallText(store.db, hash)).toBe('You are helpful.');
  });

  test('several processes at once -> one row', async () => {
    const others = [1, 2, 3].map(() => openDatabase({ url: store.url }));
    try {
      const hashes = await Promise.all(others.map((db) => rememberText(db, 'raced')));
      expect(new Set(hashes).size).toBe(1);
      const rows = await store.db
        .selectFrom('generated_text')
        .select('hash')
        .where('content', '=', 'raced')
        .execute();
      expect(rows).toEqual([{ hash: hashes[0] }]);
    } finally {
      for (const db of others) await db.destroy();
    }
  });

  test('a failed statement -> repeated by the next call', async () => {
    const { db, take } = counting(store.db);
    for (let times = 0; times < 2; times += 1)
      await expect(rememberText(db, 'a\u0000b')).rejects.toThrow('invalid byte sequence');
    expect(take()).toBe(2);
  });
});

describe('recallText', () => {
  test('an unknown hash -> an error with the hash', async () => {
    await expect(recallText(store.db, 'abc')).rejects.toThrow("No generated text has the hash 'abc'");
  });
});
