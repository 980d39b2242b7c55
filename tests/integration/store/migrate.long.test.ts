import { readdirSync } from 'node:fs';
import { sql } from 'kysely';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { openDatabase, type Database } from '../../../store/database.js';
import { migrate, listPendingMigrations } from '../../../store/migrate.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';

const NAMES = readdirSync(new URL('../../../migrations', import.meta.url))
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.replace('.ts', ''))
  .sort();
const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

describe('migrate', () => {
  test('an empty database -> all migrations, in order; a second time -> no migration', async () => {
    const [db] = await openEmpty(1);
    expect(await listPendingMigrations(db!)).toEqual(NAMES);
    expect(await migrate(db!)).toEqual({ applied: NAMES });
    expect(await migrate(db!)).toEqual({ applied: [] });
    expect(await listPendingMigrations(db!)).toEqual([]);
  });

  test.each([1, 2, 3])(
    'several workers at once on an empty database -> one applies, all succeed (try %d)',
    async () => {
      const databases = await openEmpty(4);
      const outcomes = await Promise.all(databases.map((db) => migrate(db)));
      expect(outcomes.filter((outcome) => outcome.applied.length > 0)).toEqual([{ applied: NAMES }]);
      expect(await listPendingMigrations(databases[0]!)).toEqual([]);
    },
  );

  test('a migration that fails -> named, and what it had changed is rolled back', async () => {
    const [db] = await openEmpty(1);
    await sql`create table stored_text (somebody_elses integer)`.execute(db!);
    await expect(migrate(db!)).rejects.toThrow(
      /^Migrating the database failed in '0001-initial': relation "stored_text" already exists$/,
    );
    const { rows } = await sql<{ flow: string | null }>`select to_regclass('flow')::text as flow`.execute(
      db!,
    );
    expect(rows).toEqual([{ flow: null }]);
    expect(await listPendingMigrations(db!)).toEqual(NAMES);
  });

  test('a schema of a later release -> unchanged, nothing is pending', async () => {
    const [db] = await openEmpty(1);
    await migrate(db!);
    await sql`insert into threadline_migration values ('9999-later', 'now')`.execute(db!);
    expect(await migrate(db!)).toEqual({ applied: [] });
    expect(await listPendingMigrations(db!)).toEqual([]);
  });

  test('an unavailable server -> fails before the first migration', async () => {
    const db = openDatabase({ url: 'postgres://127.0.0.1:1/none' });
    cleanUps.push(() => db.destroy());
    await expect(migrate(db)).rejects.toThrow(/ECONNREFUSED/);
  });
});

async function openEmpty(workers: number): Promise<Database[]> {
  const { postgresUrl } = inject('environment');
  const { url, drop } = await createTestDatabase({ postgresUrl, templateDatabase: 'template1' });
  cleanUps.push(drop);
  return Array.from({ length: workers }, () => {
    const db = openDatabase({ url });
    cleanUps.push(() => db.destroy());
    return db;
  });
}
