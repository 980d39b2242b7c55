import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../calls/attempt-columns.js';
import type { Fact } from '../../context/summary/fact.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { MOST_SUMMARY_FACTS } from './summary-facts.js';
import type { SummaryStatus, SummaryWay } from '../tables/summary.table.js';

/** What stands for the older messages of a thread. */
export interface SummaryHead {
  /** Null: there is no summary, and the messages up to `coversThrough` were cleared. */
  summary: AdoptedSummary | null;
  coversThrough: number;
  clearedThrough: number;
}

export interface AdoptedSummary {
  ordinal: number;
  way: SummaryWay;
  content: string;
  tokens: number;
  /** Tokens that it was allowed. */
  budget: number;
  coversFrom: number;
  coversThrough: number;
}

/** A writer says what it saw; when that has changed meanwhile, its summary stands for the wrong messages. */
export interface SummaryBase {
  /** Null: there was no summary. */
  ordinal: number | null;
  coversThrough: number;
}

/** A fact as it is stored: how it was said, which `weight` tells, is judged by its clause later. */
export type StoredFact = Required<Fact>;

/** One attempt to summarize a thread. */
export interface SummaryAttempt {
  conversationId: number;
  /** The turn that it came with, or after. */
  position: number;
  way: SummaryWay;
  base: SummaryBase;
  coversThrough: number;
  budget: number;
  model: string;
  usage: AttemptUsage;
}

export interface NewSummary extends SummaryAttempt {
  content: string;
  tokens: number;
  /** What is to be known of it, such as that a message was cut. */
  note?: string;
  facts: { checked: number; missing: number; attached: number };
  /** Of the messages that are newly covered. */
  newFacts: readonly StoredFact[];
}

/** `gone`: the conversation was deleted. */
export type AdoptOutcome =
  { kind: 'adopted'; ordinal: number } | { kind: 'superseded'; reason: string } | { kind: 'gone' };

/** How a thread's summary stands, in one statement; undefined: there is no such conversation. */
export async function loadSummaryHead(
  db: Database,
  conversationId: number,
): Promise<SummaryHead | undefined> {
  const row = await db
    .selectFrom('conversation')
    .leftJoin('summary', (join) =>
      join
        .onRef('summary.conversation_id', '=', 'conversation.id')
        .onRef('summary.ordinal', '=', 'conversation.summary_ordinal'),
    )
    .select(['conversation.covers_through as coversThrough', 'cleared_through as clearedThrough'])
    .select(SUMMARY_COLUMNS)
    .where('conversation.id', '=', conversationId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { coversThrough, clearedThrough, ...summary } = row;
  return { coversThrough, clearedThrough, summary: toAdopted(summary) };
}

/** The summary that was adopted under this ordinal; undefined: there is none such. */
export async function findSummary(
  db: Database,
  key: { conversationId: number; ordinal: number },
): Promise<AdoptedSummary | undefined> {
  const row = await db
    .selectFrom('summary')
    .select(SUMMARY_COLUMNS)
    .where('conversation_id', '=', key.conversationId)
    .where('ordinal', '=', key.ordinal)
    .where('status', '=', 'adopted')
    .executeTakeFirst();
  return (row && toAdopted(row)) ?? undefined;
}

/**
 * Makes a summary the one that stands, if what its writer saw still holds; else it becomes a row that says so, and
 * its cost counts all the same. The conversation's row is locked to the end of the transaction.
 */
export async function adoptSummary(trx: DatabaseTransaction, input: NewSummary): Promise<AdoptOutcome> {
  const { conversationId, coversThrough } = input;
  const locked = await lockConversation(trx, conversationId);
  if (locked === undefined) return { kind: 'gone' };
  const reason = whySuperseded(locked, input);
  if (reason !== undefined) {
    await insertAttempt(trx, { ...input, locked, status: 'superseded', reason });
    return { kind: 'superseded', reason };
  }
  const ordinal = await insertAttempt(
    trx,
    { ...input, locked, status: 'adopted', reason: input.note ?? null },
    input,
  );
  await insertFacts(trx, input);
  await trx
    .updateTable('conversation')
    .set({ covers_through: coversThrough, summary_ordinal: ordinal })
    .where('id', '=', conversationId)
    .execute();
  return { kind: 'adopted', ordinal };
}

/** Keeps an attempt that gave no summary, and what it cost; what stands goes on standing. */
export async function recordSummaryAttempt(
  db: Database,
  attempt: SummaryAttempt & { status: 'failed' | 'unusable'; reason: string },
): Promise<void> {
  await db.transaction().execute((trx) => insertFailedAttempt(trx, attempt));
}

/** As `recordSummaryAttempt`, in a transaction that stores more. */
export async function insertFailedAttempt(
  trx: DatabaseTransaction,
  attempt: SummaryAttempt & { status: 'failed' | 'unusable'; reason: string },
): Promise<void> {
  const locked = await lockConversation(trx, attempt.conversationId);
  if (locked !== undefined) await insertAttempt(trx, { ...attempt, locked });
}

const SUMMARY_COLUMNS = [
  'summary.ordinal',
  'summary.way',
  'summary.content',
  'summary.token_count as tokens',
  'summary.budget',
  'summary.covers_from as coversFrom',
  'summary.covers_through as through',
] as const;

interface SummaryRow {
  ordinal: number | null;
  way: SummaryWay | null;
  content: string | null;
  tokens: number | null;
  budget: number | null;
  coversFrom: number | null;
  through: number | null;
}

function toAdopted({ through: coversThrough, ...row }: SummaryRow): AdoptedSummary | null {
  const { ordinal, way, content, tokens, budget, coversFrom } = row;
  if (ordinal === null || way === null || content === null) return null;
  if (budget === null || coversThrough === null) return null;
  return { ordinal, way, content, budget, coversThrough, tokens: tokens ?? 0, coversFrom: coversFrom ?? 1 };
}

type LockedConversation = NonNullable<Awaited<ReturnType<typeof lockConversation>>>;

/** Whoever holds the row alone numbers attempts and moves the head. */
function lockConversation(trx: DatabaseTransaction, id: number) {
  return trx
    .selectFrom('conversation')
    .select(['last_seq', 'cleared_through', 'covers_through', 'summary_ordinal', 'closed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

function whySuperseded(
  locked: LockedConversation,
  { base, coversThrough }: SummaryAttempt,
): string | undefined {
  if (locked.closed_at !== null) return 'The conversation was closed meanwhile';
  if (locked.cleared_through > base.coversThrough) return 'The history was cleared meanwhile';
  if (locked.summary_ordinal !== base.ordinal || locked.covers_through !== base.coversThrough)
    return 'Another summary was adopted meanwhile';
  if (coversThrough < locked.covers_through)
    return `It covers messages up to ${coversThrough}, the one that stands up to ${locked.covers_through}`;
  if (coversThrough > locked.last_seq) return `It covers message ${coversThrough}, which is not there`;
  return undefined;
}

async function insertAttempt(
  trx: DatabaseTransaction,
  input: SummaryAttempt & {
    locked: LockedConversation;
    status: SummaryStatus;
    reason: string | null;
  },
  /** Only what was adopted is kept. */
  adopted?: Pick<NewSummary, 'content' | 'tokens' | 'facts'>,
): Promise<number> {
  const { conversationId } = input;
  const row = await trx
    .insertInto('summary')
    .values({
      conversation_id: conversationId,
      ordinal: sql<number>`(select coalesce(max(ordinal), 0) + 1 from summary
        where conversation_id = ${conversationId})`,
      position: input.position,
      way: input.way,
      status: input.status,
      covers_from: Math.min(input.locked.cleared_through + 1, input.coversThrough),
      covers_through: input.coversThrough,
      content: adopted?.content ?? null,
      token_count: adopted?.tokens ?? null,
      budget: input.budget,
      facts_checked: adopted?.facts.checked ?? null,
      facts_missing: adopted?.facts.missing ?? null,
      facts_attached: adopted?.facts.attached ?? null,
      ...attemptColumns(input),
    })
    .returning('ordinal')
    .executeTakeFirstOrThrow();
  return row.ordinal;
}

/** Two statements, however many: what is outweighed by so many others that it would not be looked at again goes. */
async function insertFacts(
  trx: DatabaseTransaction,
  { conversationId, newFacts }: Pick<NewSummary, 'conversationId' | 'newFacts'>,
): Promise<void> {
  if (newFacts.length === 0) return;
  const column = <Key extends keyof StoredFact>(key: Key): StoredFact[Key][] =>
    newFacts.map((fact) => fact[key]);
  await sql`
    insert into summary_fact (conversation_id, seq, ordinal, value, clause, weight)
    select ${conversationId}::bigint, fact.*
    from unnest(${column('seq')}::integer[], ${column('ordinal')}::integer[], ${column('value')}::text[],
      ${column('clause')}::text[], ${column('weight')}::real[]) as fact (seq, ordinal, value, clause, weight)
    on conflict do nothing`.execute(trx);
  await sql`
    delete from summary_fact where conversation_id = ${conversationId} and (seq, ordinal) not in (
      select seq, ordinal from summary_fact where conversation_id = ${conversationId}
        and seq > (select cleared_through from conversation where id = ${conversationId})
      order by weight desc, seq desc, ordinal limit ${MOST_SUMMARY_FACTS})`.execute(trx);
}
