import { describe, expect, inject, test } from 'vitest';
import { createOutput } from '../../../cli/format/output.js';
import { runServe } from '../../../cli/serve/run-serve.js';
import { readConfig } from '../../../config.js';
import { openDatabase } from '../../../store/database.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';
import { sql } from 'kysely';

describe('runServe', () => {
  test('a database that lacks a migration -> refused', async () => {
    const environment = inject('environment');
    const { url, drop } = await createTestDatabase(environment);
    const db = openDatabase({ url });
    try {
      await sql`delete from threadline_migration`.execute(db);
      const config = readConfig({ DATABASE_URL: url, TEMPORAL_ADDRESS: environment.temporalAddress });
      await expect(runServe({ config, host: undefined, port: 0, output: createOutput({}) })).rejects.toThrow(
        "The database lacks 0001-initial: run 'threadline migrate'",
      );
    } finally {
      await db.destroy();
      await drop();
    }
  });
});
