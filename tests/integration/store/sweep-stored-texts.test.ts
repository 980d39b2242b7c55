import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../../store/database.js';
import { sweepStoredTexts } from '../../../store/conversation/sweep-stored-texts.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';

let db: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase(inject('environment'));
  drop = database.drop;
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db?.destroy();
  await drop?.();
});

describe('sweepStoredTexts', () => {
  test('texts of two days ago and of now -> only the old one is deleted', async () => {
    const old = new Date(Date.now() - 2 * 86_400_000);
    await db
      .insertInto('stored_text')
      .values([
        { workflow_id: 'c', content: 'old', created_at: old },
        { workflow_id: 'c', content: 'new' },
      ])
      .execute();
    expect(await sweepStoredTexts(db)).toBe(1);
    expect(await db.selectFrom('stored_text').select('content').execute()).toEqual([{ content: 'new' }]);
  });
});
