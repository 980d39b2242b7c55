import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../calls/attempt-columns.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { insertSummaryFacts, type StoredFact } from './summary-facts.js';
import type { SummaryStatus, SummaryWay } from '../tables/summary.table.js';

/** A writer says what it saw; when that has changed meanwhile, its summary stands for the wrong messages. */
export interface SummaryBase {
  /** Null: there was no summary. */
  ordinal: number | null;
  coversThrough: number;
}

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
type AdoptOutcome =
  { kind: 'adopted'; ordinal: number } | { kind: 'superseded'; reason: string } | { kind: 'gone' };

/**
 * Makes a summary the one that stands, if what its writer saw still holds; else it becomes a row that says so, and
 * its cost counts all the same. The conversation's row is locked to the end of the transaction.
 */
export async function adoptSummary(trx: DatabaseTransaction, input: NewSummary): Promise<AdoptOutcome> {
  const { conversationId, coversThrough } = input;
  const locked = await lockSummaryHead(trx, conversationId);
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
  await insertSummaryFacts(trx, input);
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
  const locked = await lockSummaryHead(trx, attempt.conversationId);
  if (locked !== undefined) await insertAttempt(trx, { ...attempt, locked });
}

type LockedHead = NonNullable<Awaited<ReturnType<typeof lockSummaryHead>>>;

/** Whoever holds the row alone numbers attempts and moves the head. */
function lockSummaryHead(trx: DatabaseTransaction, id: number) {
  return trx
    .selectFrom('conversation')
    .select(['last_seq', 'cleared_through', 'covers_through', 'summary_ordinal', 'closed_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

function whySuperseded(locked: LockedHead, { base, coversThrough }: SummaryAttempt): string | undefined {
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
    locked: LockedHead;
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
