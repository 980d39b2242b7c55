import { describe, expect, inject, test } from 'vitest';
import { checkPostgres } from '../../cli/doctor/check-postgres.js';
import { createTestDatabase } from '../../packages/testing/test-environment.js';

describe('checkPostgres', () => {
  test('an empty database -> only the missing migrations fail, because the other checks need tables', async () => {
    const { postgresUrl } = inject('environment');
    const { url, drop } = await createTestDatabase({ postgresUrl, templateDatabase: 'template1' });
    try {
      const checks = await checkPostgres(url, { taskQueue: 'none', databaseConnections: undefined });
      expect(checks.map(({ name, status }) => `${name}: ${status}`)).toEqual([
        'Postgres: ok',
        'Migrations: fail',
      ]);
    } finally {
      await drop();
    }
  });
});
