import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../../../../store/database.js';
import { PLAYED_USER } from './play-rows.js';
import { groupBy } from '../../../../protocol/group-by.js';

const COHORT = 250;
const DAYS = 360;

const IDS = new Set([
  'conversation_id',
  'execution_id',
  'root_id',
  'parent_id',
  'budget_root_id',
  'active_execution_id',
  'forked_from',
]);
const USERS = new Set(['user_id', 'asked_user_id', 'owner', 'actor']);
const WORKFLOW_IDS = new Set(['workflow_id', 'target']);
const SHARED = [
  'flow',
  'flow_version',
  'generated_text',
  'learned_model_fact',
  'model_outage',
  'provider_pace',
  'worker',
  'worker_setting',
  'retention_rule',
  'retention_run',
  'retention_progress',
  'api_key',
  'hour_progress',
  'turn_hour',
  'call_hour',
  'late_turn',
  'late_call',
];

interface Column {
  table: string;
  name: string;
  type: string;
  isIdentity: boolean;
}

export async function multiplyRows(
  db: Database,
  { turns, played, onProgress }: { turns: number; played: number; onProgress: (line: string) => void },
): Promise<void> {
  const cohorts = Math.ceil(turns / played / COHORT);
  await stopAutovacuum(db);
  const tables = groupBy(await readColumns(db), ({ table }) => table);
  await backdate(db, tables);
  const { stride } = await readStride(db);
  await copyPlayed(db, { tables, stride });
  const dropped = await dropIndexes(db);
  for (let cohort = 0; cohort < cohorts; cohort += 1) {
    await db.transaction().execute(async (trx) => {
      await sql`set local session_replication_role = replica`.execute(trx);
      for (const [table, columns] of tables)
        await copyTable(trx, { table, columns, cohort, stride, days: DAYS / cohorts });
    });
    if ((cohort + 1) % 20 === 0) onProgress(`rows: ${(cohort + 1) * COHORT * played} turns`);
  }
  await sql`drop schema played cascade`.execute(db);
  for (const { definition } of dropped) await sql.raw(definition).execute(db);
  onProgress('rows: indexed');
  for (const table of ['conversation', 'execution', 'audit_entry'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`.execute(
      db,
    );
  await sql`vacuum (analyze)`.execute(db);
}

async function stopAutovacuum(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(
    db,
  );
  for (const { name } of rows)
    await sql`alter table ${sql.table(name)} set (autovacuum_enabled = off)`.execute(db);
}

async function copyPlayed(
  db: Database,
  { tables, stride }: { tables: ReadonlyMap<string, readonly Column[]>; stride: number },
): Promise<void> {
  await sql`create schema played`.execute(db);
  for (const [table, columns] of tables)
    await sql`create table ${playedTable(table)} as
      select * from ${sql.table(table)} row where ${ofPlayedUser(columns, stride)}`.execute(db);
}

function playedTable(table: string): RawBuilder<unknown> {
  return sql.table(`played.${table}`);
}

async function dropIndexes(db: Database): Promise<{ name: string; definition: string }[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and not relispartition
      and not exists (select from pg_constraint where conindid = indexrelid)`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(db);
  return rows;
}

async function copyTable(
  db: Database,
  {
    table,
    columns,
    cohort,
    stride,
    days,
  }: { table: string; columns: readonly Column[]; cohort: number; stride: number; days: number },
): Promise<void> {
  const shift = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`played.began + make_interval(secs => (${cohort}::integer + least(1, extract(epoch from ${column} - played.began)
      / played.seconds)) * ${days * 86_400}::float8)`;
  const moveId = (column: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${cohort * stride}::bigint + ${column}) * ${COHORT}::integer + copy`;
  const user = sql`${PLAYED_USER}::text || '-' || (${cohort * COHORT}::integer + copy)`;
  const values = columns.map(({ name, type, isIdentity }) => {
    const column = sql.ref(`row.${name}`);
    if (IDS.has(name) || isIdentity) return moveId(column);
    if (USERS.has(name)) return sql`case when ${column} = ${PLAYED_USER} then ${user} else ${column} end`;
    if (WORKFLOW_IDS.has(name)) return sql`replace(${column}, ${PLAYED_USER}, ${user})`;
    if (type === 'timestamp with time zone') return shift(column);
    return type === 'uuid' ? sql`gen_random_uuid()` : column;
  });
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
    overriding system value
    select ${sql.join(values)}
    from ${playedTable(table)} row cross join generate_series(0, ${COHORT - 1}::integer) copy
    cross join (
      select min(created_at) as began, extract(epoch from max(created_at) - min(created_at)) as seconds
      from ${playedTable('execution')} row where user_id = ${PLAYED_USER}) played
    order by 1, 2`.execute(db);
}

function ofPlayedUser(columns: readonly Column[], stride: number): RawBuilder<unknown> {
  const own = columns.filter(
    ({ name, isIdentity }) => name === 'conversation_id' || name === 'execution_id' || isIdentity,
  );
  if (own.length > 0)
    return sql`least(${sql.join(own.map(({ name }) => sql.ref(`row.${name}`)))}, ${stride}) < ${stride}`;
  const [key] = columns.filter(({ name }) => USERS.has(name) || WORKFLOW_IDS.has(name) || name === 'root_id');
  if (!key) throw new Error(`Table '${columns[0]?.table}' has no column that names its owner`);
  if (key.name === 'root_id') return sql`row.root_id < ${stride}`;
  return USERS.has(key.name)
    ? sql`${sql.ref(`row.${key.name}`)} = ${PLAYED_USER}`
    : sql`${sql.ref(`row.${key.name}`)} like ${`%${PLAYED_USER}`}`;
}

async function backdate(db: Database, tables: ReadonlyMap<string, readonly Column[]>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const [table, columns] of tables) {
      const times = columns.filter(({ type }) => type === 'timestamp with time zone');
      if (times.length === 0) continue;
      const set = times.map(
        ({ name }) => sql`${sql.ref(name)} = ${sql.ref(name)} - make_interval(days => ${DAYS}::integer)`,
      );
      await sql`update ${sql.table(table)} set ${sql.join(set)}`.execute(trx);
    }
  });
}

async function readStride(db: Database): Promise<{ stride: number }> {
  const { rows } = await sql<{ stride: number }>`
    select greatest((select max(id) from execution), (select max(id) from conversation)) + 1 as stride`.execute(
    db,
  );
  const [row] = rows;
  if (!row || row.stride >= COHORT) throw new Error('Too many rows were played');
  return row;
}

async function readColumns(db: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select pg_class.relname as "table", attname as name, format_type(atttypid, null) as type,
      attidentity <> '' as "isIdentity"
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
      and relname not like 'threadline%' and relname <> all(${SHARED}::text[])
    order by pg_class.relname, attnum`.execute(db);
  return rows;
}
