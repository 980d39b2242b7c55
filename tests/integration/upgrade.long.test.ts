import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { projectOf } from '../../packages/lab/bench/deploy/builds.js';
import { startDeployWorker } from '../../packages/lab/bench/deploy/deploy-worker.js';
import { migrate } from '../../store/migrate.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

describe('a worker of the release before', () => {
  test('the schema of the next release -> it starts, migrates nothing, and answers', async () => {
    const { flows: chats } = projectOf('old');
    const system = await startTestSystem(inject('environment'), { flows: chats, withoutWorker: true });
    const { db, databaseUrl, taskQueue, environment } = system;
    await migrateToNext(system);
    expect(await migrate(db)).toEqual({ applied: [] });
    const { temporalAddress, bundlePath: codePath } = environment;
    const worker = startDeployWorker({ temporalAddress, taskQueue, databaseUrl, build: 'old', codePath });
    try {
      await worker.ready;
      const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
      for (const question of ['One?', 'Two?'])
        expect((await conversation.ask(question)).text).toContain('Onwards');
      expect((await conversation.history()).messages).toHaveLength(4);
    } finally {
      worker.terminate();
      await worker.exited;
      await system.stop({ check: false });
    }
  });
});

async function migrateToNext({ db }: TestSystem): Promise<void> {
  const { rows } = await sql<{ name: string }>`select quote_ident(relname) as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname not like 'threadline_migration%'`.execute(db);
  expect(rows.length).toBeGreaterThan(20);
  for (const { name } of rows)
    await sql
      .raw(`alter table ${name} add column next_release jsonb not null default '{"next": true}'`)
      .execute(db);
  await sql`create table next_release (id bigint primary key)`.execute(db);
  await sql`insert into threadline_migration values ('9999-next-release', 'now')`.execute(db);
}
