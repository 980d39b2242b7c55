import { describe, expect, inject, test } from 'vitest';
import { checkPostgres } from '../../cli/doctor/check-postgres.js';
import { createTestDatabase } from '../../packages/testing/test-environment.js';

describe('checkPostgres', () => {
  test('an empty database -> only the missing migrations fail, because the other checks need tables', async () => {
    const { postgresUrl } = inject('environment');
    const { url, drop } = await createTestDatabase({ postgresUrl, templateDatabase: 'template1' });
    try {
      const checks = await checkPostgres(url, settings());
      expect(checks.map(({ name, status }) => `${name}: ${status}`)).toEqual([
        'Postgres: ok',
        'Migrations: fail',
      ]);
    } finally {
      await drop();
    }
  });

  test('THREADLINE_LISTEN_URL of a closed port, and of another database -> a warning with the remedy; of this one -> not', async () => {
    const database = await createTestDatabase(inject('environment'));
    const other = await createTestDatabase(inject('environment'));
    try {
      const closed = new URL(database.url);
      closed.port = '1';
      const found = [];
      for (const listenUrl of [undefined, database.url, closed.href, other.url]) {
        const checks = await checkPostgres(database.url, settings(listenUrl));
        found.push(checks.find(({ name }) => name === 'Notifications'));
      }
      expect(found.map((check) => check?.status)).toEqual(['ok', 'ok', 'warn', 'warn']);
      expect(found[2]?.found).toMatch(/127\.0\.0\.1:1.*ECONNREFUSED/);
      expect(found[3]?.found).toMatch(/no notification arrives at/);
      expect(found[3]?.remedy).toContain('THREADLINE_LISTEN_URL');
    } finally {
      await database.drop();
      await other.drop();
    }
  });
});

function settings(listenUrl?: string) {
  return { taskQueue: 'none', databaseConnections: undefined, listenUrl };
}
