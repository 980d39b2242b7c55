import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../../store/database.js';
import { registerFlows, storeDraft } from '../../../store/flows/flows.js';
import { listFlowVersions } from '../../../store/flows/flow-views.js';
import { sweepDrafts } from '../../../store/flows/remove-drafts.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { countUserRows, forgetUser, USER_TABLES } from '../../../store/users/forget-user.js';
import { isLongRun } from '../../setup/is-long-run.js';
import { answer, newConversation, useDatabase } from './fixtures/store-harness.js';

const store = useDatabase();

const TURNS = isLongRun ? 20_000 : 4_000;

const OTHER_TABLES = {
  audit_entry: 'keeps who did what, without texts',
  call_hour: 'counts',
  flow: 'is the project’s',
  generated_text: 'holds texts of the project alone',
  hour_progress: 'counts',
  late_call: 'holds ids until the next sums',
  late_turn: 'holds ids until the next sums',
  threadline_migration: 'is about the database',
  threadline_migration_lock: 'is about the database',
  learned_model_fact: 'is about models',
  model_outage: 'is about models',
  provider_pace: 'is about providers',
  retention_rule: 'is the project’s',
  retention_run: 'counts',
  retention_progress: 'is of a flow',
  turn_hour: 'counts',
  worker: 'is about workers',
  worker_setting: 'is the project’s',
};

describe('forgetUser', () => {
  test('every table -> cleared of a user, deleted with such rows, or known to have no user data', async () => {
    const { rows } = await sql<{ name: string; owners: string[] }>`
      select relname as name, coalesce(array_agg(distinct confrelid::regclass::text)
        filter (where confdeltype = 'c'), '{}') as owners
      from pg_class left join pg_constraint on conrelid = pg_class.oid and contype = 'f'
      where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      group by relname`.execute(store.db);
    const covered = new Set<string>(USER_TABLES);
    for (const _ of rows)
      for (const { name, owners } of rows) if (owners.some((owner) => covered.has(owner))) covered.add(name);
    const left = rows.map(({ name }) => name).filter((name) => !covered.has(name));
    expect(left.toSorted()).toEqual(Object.keys(OTHER_TABLES).toSorted());
  });

  test('Postgres refuses the conversations -> what was deleted stays deleted, and another call deletes the rest', async () => {
    const conversation = newConversation();
    for (const turn of ['one', 'two']) await answer(store.db, conversation, turn);
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`.execute(
      store.db,
    );
    await sql`create trigger refuse before delete on conversation execute function refuse()`.execute(
      store.db,
    );
    const by = { actor: 'test', via: 'client' } as const;
    await expect(forgetUser(store.db, conversation.user, by)).rejects.toThrow('not now');
    expect(await countUserRows(store.db, conversation.user)).toMatchObject({ execution: 0, turn: 2 });
    await sql`drop function refuse cascade`.execute(store.db);
    expect(await forgetUser(store.db, conversation.user, by)).toMatchObject({ turn: 2, conversation: 1 });
    const left = await countUserRows(store.db, conversation.user);
    expect(Object.values(left).filter((count) => count > 0)).toEqual([]);
  });
});

describe(`forgetUser of a chat of ${TURNS} turns`, () => {
  test('the connection is killed halfway, then another call -> deletes all, at most 5,000 rows at once and the chat', async () => {
    const conversation = newConversation();
    await answer(store.db, conversation, 'first');
    await store.db.transaction().execute((trx) => multiplyTurn(trx, TURNS));
    await sql`analyze`.execute(store.db);
    await countDeletions(store.db, { killAfter: 10 });
    await expect(forgetUser(store.db, conversation.user, undefined)).rejects.toThrow();
    const left = await countUserRows(store.db, conversation.user);
    expect(left.turn).toBe(TURNS);
    expect(left.execution).toBeLessThan(TURNS);
    expect(left.execution).toBeGreaterThan(0);
    const rows = await forgetUser(store.db, conversation.user, undefined);
    expect(rows).toMatchObject({ execution: left.execution, turn: TURNS, conversation: 1 });
    const { rows: steps } = await sql<{ rows: number }>`
      select sum(rows)::integer as rows from deletion.deleted group by txid`.execute(store.db);
    expect(steps.reduce((sum, step) => sum + step.rows, 0)).toBeGreaterThan(9 * TURNS);
    expect(Math.max(...steps.map((step) => step.rows))).toBeLessThanOrEqual(5_001);
    const after = await countUserRows(store.db, conversation.user);
    expect(Object.values(after).filter((count) => count > 0)).toEqual([]);
  });
});

describe('sweepDrafts', () => {
  test('a draft that no execution has run for a day -> removed, its number is not reused; one that was run stays', async () => {
    const draft = (name: string) => ({ ...assistantFlow('offline:demo'), slug: 'swept', name });
    await registerFlows(store.db, [draft('one')]);
    for (const name of ['old', 'run', 'new']) await storeDraft(store.db, draft(name), 'ada');
    await sql`update flow_version set created_at = now() - interval '2 days'
      where flow_slug = 'swept' and version in (2, 3)`.execute(store.db);
    await sql`insert into execution (workflow_id, flow_slug, flow_version, status)
      values ('execution/swept/x', 'swept', 3, 'completed')`.execute(store.db);
    expect([await sweepDrafts(store.db), await sweepDrafts(store.db)]).toEqual([1, 0]);
    expect((await listFlowVersions(store.db, 'swept')).map(({ version }) => version)).toEqual([4, 3, 1]);
    expect(await storeDraft(store.db, draft('old'), 'ada')).toMatchObject({ version: 5 });
  });

  test('20,000 executions -> those of a draft are found by the index', async () => {
    await sql`insert into execution (workflow_id, flow_slug, flow_version, status)
      select 'execution/many/' || n, 'assistant', 1, 'completed' from generate_series(1, 20000) n`.execute(
      store.db,
    );
    await sql`analyze execution`.execute(store.db);
    const { rows } = await sql<Record<string, string>>`explain select from execution
      where flow_slug = 'swept' and flow_version = 3 and conversation_id is null and parent_id is null`.execute(
      store.db,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('execution_flow_version_idx');
  });
});

async function multiplyTurn(db: Database, turns: number): Promise<void> {
  const copy = (table: string, columns: string, where = 'true') =>
    sql`insert into ${sql.table(table)} overriding system value
      select (jsonb_populate_record(row, jsonb_build_object(${sql.raw(columns)}))).*
      from ${sql.table(table)} row, generate_series(2, ${turns}::integer) n where ${sql.raw(where)}`.execute(
      db,
    );
  await sql`set local session_replication_role = replica`.execute(db);
  await sql`insert into trajectory_node (execution_id, step, ordinal, type)
    select max(id), 1, 0, 'Query' from execution`.execute(db);
  const newest = await db
    .selectFrom('execution')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  await copy('turn', "'position', n, 'turn_id', n");
  await copy('conversation_message', "'position', n, 'seq', 2 * n + length(role)");
  await copy('passage', "'position', n, 'terms', ''");
  await copy('execution', `'id', ${newest.id} + n, 'workflow_id', n, 'position', n`, `id = ${newest.id}`);
  for (const table of ['model_call', 'context_manifest', 'trace_message', 'node_output', 'trajectory_node'])
    await copy(table, `'execution_id', ${newest.id} + n`, `execution_id = ${newest.id}`);
}

async function countDeletions(db: Database, { killAfter }: { killAfter: number }): Promise<void> {
  await sql`create schema deletion`.execute(db);
  await sql`create table deletion.deleted (txid bigint not null, rows integer not null)`.execute(db);
  await sql`create sequence deletion.step`.execute(db);
  await sql`create function deletion.count() returns trigger language plpgsql as $$
    begin
      insert into deletion.deleted select txid_current(), count(*) from gone;
      if tg_relname = 'execution' and nextval('deletion.step') = ${sql.raw(String(killAfter))} then
        perform pg_terminate_backend(pg_backend_pid());
      end if;
      return null;
    end $$`.execute(db);
  await sql`do $$
    declare
      counted text;
    begin
      for counted in select relname from pg_class
        where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      loop
        execute format('create trigger count_deletions after delete on %I referencing old table as gone
          for each statement execute function deletion.count()', counted);
      end loop;
    end $$`.execute(db);
}
