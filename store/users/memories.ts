import { sql } from 'kysely';
import { wellFormed } from '../../context/text/well-formed.js';
import { isOfFlows } from '../health/health-scope.js';
import { isTime, readCursor, toPage } from '../cursor.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { nameMemory, type MemoryKind } from '../../protocol/memory-kinds.js';
import type { MemorySource } from '../../views/memory.js';

export const MAX_MEMORIES = 1_000;
export const MAX_MEMORY_KEY_CHARACTERS = 200;
export const MAX_MEMORY_VALUE_CHARACTERS = 4_000;
export const MAX_MEMORIES_READ = 200;
export const MAX_MEMORY_SEARCH_CHARACTERS = 100;
const DEFAULT_READ = 20;

interface MemoryKey {
  readonly user: string;
  readonly kind: MemoryKind;
  readonly key: string;
}

interface Memory {
  kind: MemoryKind;
  key: string;
  value: string;
  createdAt: Date;
  updatedAt: Date;
}

interface MemoryQuery {
  readonly user: string;
  readonly kind?: MemoryKind | undefined;
  readonly key?: string | undefined;
  readonly search?: string | undefined;
  readonly limit?: number | undefined;
  readonly before?: string | undefined;
}

/** Returns `full` at 1,000 memories, `forgotten` if the execution was deleted. */
export async function writeMemory(
  db: Database,
  {
    executionId,
    ...memory
  }: MemoryKey & {
    readonly value: string;
    readonly executionId?: string;
  },
): Promise<'written' | 'full' | 'forgotten'> {
  const { key, value } = toRow(memory);
  checkLength('key', key, MAX_MEMORY_KEY_CHARACTERS);
  checkLength('value', value, MAX_MEMORY_VALUE_CHARACTERS);
  return db.transaction().execute(async (trx) => {
    // Forgetting a user deletes executions first. If it runs meanwhile, it waits for this lock and then finds
    // the memory.
    const execution = executionId === undefined ? null : await lockExecution(trx, executionId);
    if (execution === undefined) return 'forgotten';
    const row = { ...toRow(memory), execution_id: execution };
    // An advisory lock, because a new user has no row to lock.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`memory of ${memory.user}`}, 0))`.execute(trx);
    if (await changeValue(trx, row)) return 'written';
    const { count } = await trx
      .selectFrom('memory')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('user_id', '=', row.user_id)
      .executeTakeFirstOrThrow();
    if (count >= MAX_MEMORIES) return 'full';
    await trx
      .insertInto('memory')
      .values({ ...row, updated_at: sql<Date>`clock_timestamp()` })
      .execute();
    return 'written';
  });
}

export async function readMemories(
  db: Database,
  { user, kind, key, search = '', limit = DEFAULT_READ, before }: MemoryQuery,
): Promise<{ memories: Memory[]; next: string | null }> {
  const most = Math.min(limit, MAX_MEMORIES_READ);
  let query = db
    .selectFrom('memory')
    .select(['kind', 'key', 'value', 'created_at as createdAt', 'updated_at as updatedAt'])
    .select(sql<string>`json_build_array(updated_at::text, kind, key)::text`.as('place'))
    .where('user_id', '=', user);
  if (before !== undefined) {
    const [at, ...rest] = readCursor(before, { list: 'a list of memories', isPlace });
    query = query.where(
      sql<boolean>`(updated_at < ${at}::timestamptz or (updated_at = ${at}::timestamptz and (kind, key) > (${rest[0]}, ${rest[1]})))`,
    );
  }
  if (kind) query = query.where('kind', '=', kind);
  if (key !== undefined) query = query.where('key', '=', wellFormed(key));
  for (const pattern of toPatterns(search))
    query = query.where((eb) => eb.or([eb('key', 'ilike', pattern), eb('value', 'ilike', pattern)]));
  const rows = await query
    .orderBy('updated_at', 'desc')
    .orderBy('kind')
    .orderBy('key')
    .limit(most + 1)
    .execute();
  const { page: memories, next } = toPage(rows, most);
  return { memories, next };
}

function isPlace(place: readonly unknown[]): place is readonly [string, string, string] {
  return place.length === 3 && place.every((one) => typeof one === 'string') && isTime(place[0]);
}

/** `source` is null outside conversations and for deleted messages. */
export async function addMemorySources<Row extends Pick<Memory, 'kind' | 'key'>>(
  db: Database,
  {
    user,
    flows,
    memories,
  }: { user: string; flows?: readonly string[] | undefined; memories: readonly Row[] },
): Promise<(Row & { source: MemorySource | null })[]> {
  const rows = await db
    .selectFrom('memory')
    .innerJoin('execution', 'execution.id', 'memory.execution_id')
    .innerJoin('execution as root', (join) =>
      join.on(sql<boolean>`root.id = coalesce(execution.root_id, execution.id)`),
    )
    .innerJoin('conversation', 'conversation.id', 'root.conversation_id')
    .select(['memory.kind', 'memory.key', 'root.current_seq as seq'])
    .select(['conversation.flow_slug as flow', 'conversation.channel', 'conversation.thread_id as thread'])
    .where('memory.user_id', '=', user)
    .where('conversation.user_id', '=', user)
    .where(isOfFlows('conversation', { flows }))
    .where('root.current_seq', 'is not', null)
    // Restricted to the branch, because another one may have reused this number.
    .whereRef('root.branch', '=', 'conversation.branch')
    .$narrowType<{ seq: number }>()
    .execute();
  const sources = new Map(rows.map(({ kind, key, ...source }) => [nameMemory({ kind, key }), source]));
  return memories.map((memory) => ({ ...memory, source: sources.get(nameMemory(memory)) ?? null }));
}

export async function deleteMemory(db: Database, { user, kind, key }: MemoryKey): Promise<boolean> {
  const result = await db
    .deleteFrom('memory')
    .where((eb) => eb.and({ user_id: user, kind, key: wellFormed(key) }))
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

async function lockExecution(trx: DatabaseTransaction, workflowId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('execution')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .forKeyShare()
    .executeTakeFirst();
  return row?.id;
}

async function changeValue(
  trx: DatabaseTransaction,
  { user_id, kind, key, value, execution_id }: ReturnType<typeof toRow> & { execution_id: number | null },
): Promise<boolean> {
  const isSame = sql<boolean>`value = ${value}`;
  const { numUpdatedRows } = await trx
    .updateTable('memory')
    .set({
      value,
      // An unchanged value keeps its time and source.
      updated_at: sql<Date>`case when ${isSame} then updated_at else clock_timestamp() end`,
      execution_id: sql<
        number | null
      >`case when ${isSame} then execution_id else ${execution_id}::bigint end`,
    })
    .where((eb) => eb.and({ user_id, kind, key }))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function toRow({ user, kind, key, value }: MemoryKey & { readonly value: string }) {
  return { user_id: user, kind, key: wellFormed(key), value: wellFormed(value) };
}

function checkLength(what: string, text: string, most: number): void {
  if (text !== '' && text.length <= most) return;
  throw new Error(`The ${what} of a memory has ${text.length} characters: it must have 1 to ${most}`);
}

function toPatterns(search: string): string[] {
  const words = wellFormed(search.slice(0, MAX_MEMORY_SEARCH_CHARACTERS)).split(/\s+/);
  return [...new Set(words)]
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`);
}
