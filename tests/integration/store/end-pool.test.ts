import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { openDatabase } from '../../../store/database.js';
import { startTcpProxy, type TcpProxy } from '../../../packages/testing/chaos/tcp-proxy.js';
import { createTestDatabase } from '../../../packages/testing/test-environment.js';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let proxy: TcpProxy;
beforeAll(async () => {
  database = await createTestDatabase(inject('environment'));
  proxy = await startTcpProxy(Number(new URL(database.url).port));
});
afterAll(async () => {
  await proxy?.close();
  await database?.drop();
});

describe('endPool', () => {
  test('Postgres is silent in the middle of a statement -> ends, and the statement fails', async () => {
    const url = new URL(database.url);
    url.port = String(proxy.port);
    const db = openDatabase({ url: url.href });
    await db.connection().execute(async (connection) => {
      await sql`select 1`.execute(connection);
      proxy.setMode('silence');
      const waiting = sql`select 2`.execute(connection);
      const failed = expect(waiting).rejects.toThrow(/terminated/);
      await db.destroy();
      await failed;
    });
  });
});
