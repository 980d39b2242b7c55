import { sql } from 'kysely';
import { attemptColumns, type AttemptUsage } from '../attempt-columns.js';
import type { Database, DatabaseTransaction } from '../database.js';
import { insertSummaryFacts, type StoredFact } from './summary-facts.js';
import type { SummaryStatus, SummaryWay } from '../../views/summary.js';

/**
 * The state that a summary was planned from. If it has changed, the new summary would cover the wrong
 * messages.
 */
export interface SummaryBase {
  branch?: number | undefined;
  ordinal: number | null;
  coversThrough: number;
}

export interface SummaryAttempt {
  conversationId: number;
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
  note?: string;
  facts: { checked: number; missing: number; attached: number };
  newFacts: readonly StoredFact[];
}

/** `executionId`: the execution that answered the turn at this position. */
export interface StoredAttempt {
  ordinal: number;
  executionId: string | null;
}

type AdoptOutcome =
  (StoredAttempt & ({ kind: 'adopted' } | { kind: 'superseded'; reason: string })) | { kind: 'gone' };

/** Supersedes the summary if the base has changed. */
export async function adoptSummary(trx: DatabaseTransaction, input: NewSummary): Promise<AdoptOutcome> {
  const { coversThrough } = input;
  const locked = await lockSummaryHead(trx, input);
  if (!locked) return { kind: 'gone' };
  const reason = whySuperseded(locked, input);
  if (reason !== undefined) {
    const stored = await insertAttempt(trx, { ...input, locked, status: 'superseded', reason });
    return { kind: 'superseded', reason, ...stored };
  }
  const stored = await insertAttempt(
    trx,
    { ...input, locked, status: 'adopted', reason: input.note ?? null },
    input,
  );
  await insertSummaryFacts(trx, input);
  await trx
    .updateTable('conversation')
    .set({ covers_through: coversThrough, summary_ordinal: stored.ordinal })
    .where('id', '=', input.conversationId)
    .execute();
  return { kind: 'adopted', ...stored };
}

/** Stores the summary only for sub-threads that are anchored at older messages. */
export async function adoptForThreads(trx: DatabaseTransaction, input: NewSummary): Promise<AdoptOutcome> {
  const { conversationId, coversThrough, base } = input;
  const locked = await lockSummaryHead(trx, input);
  if (!locked) return { kind: 'gone' };
  const twin = await trx
    .selectFrom('summary')
    .select('ordinal')
    .where('conversation_id', '=', conversationId)
    .where('status', '=', 'adopted')
    .where('way', '=', 'thread')
    .where('branch', '=', locked.baseBranch)
    .where('covers_through', '=', coversThrough)
    .where('covers_from', '>', locked.clearedThrough)
    .limit(1)
    .executeTakeFirst();
  const isCleared = locked.clearedThrough > base.coversThrough;
  if (isCleared || twin) {
    const reason = isCleared ? 'The history was cleared meanwhile' : 'Another summary was adopted meanwhile';
    const stored = await insertAttempt(trx, { ...input, locked, status: 'superseded', reason });
    return { kind: 'superseded', reason, ...stored };
  }
  const adopted = { ...input, locked, status: 'adopted' as const, reason: input.note ?? null };
  return { kind: 'adopted', ...(await insertAttempt(trx, adopted, input)) };
}

export async function recordSummaryAttempt(
  db: Database,
  attempt: SummaryAttempt & { status: 'failed' | 'unusable'; reason: string },
): Promise<StoredAttempt | undefined> {
  return db.transaction().execute((trx) => insertFailedAttempt(trx, attempt));
}

export async function insertFailedAttempt(
  trx: DatabaseTransaction,
  attempt: SummaryAttempt & { status: 'failed' | 'unusable'; reason: string },
): Promise<StoredAttempt | undefined> {
  const locked = await lockSummaryHead(trx, attempt);
  return locked && insertAttempt(trx, { ...attempt, locked });
}

type LockedHead = NonNullable<Awaited<ReturnType<typeof lockSummaryHead>>>;

/** `clearedThrough` belongs to the base's branch, which may not be the current one. */
async function lockSummaryHead(
  trx: DatabaseTransaction,
  { conversationId, base }: Pick<SummaryAttempt, 'conversationId' | 'base'>,
) {
  const head = await trx
    .selectFrom('conversation')
    .select(['branch', 'last_seq', 'cleared_through', 'covers_through', 'summary_ordinal', 'closed_at'])
    .where('id', '=', conversationId)
    .forUpdate()
    .executeTakeFirst();
  if (!head) return undefined;
  const baseBranch = base.branch ?? head.branch;
  if (baseBranch === head.branch) return { ...head, baseBranch, clearedThrough: head.cleared_through };
  const own = await trx
    .selectFrom('branch')
    .select('cleared_through')
    .where('conversation_id', '=', conversationId)
    .where('number', '=', baseBranch)
    .executeTakeFirst();
  return { ...head, baseBranch, clearedThrough: own?.cleared_through ?? 0 };
}

function whySuperseded(locked: LockedHead, { base, coversThrough }: SummaryAttempt): string | undefined {
  if (locked.closed_at !== null) return 'The conversation was closed meanwhile';
  if (base.branch !== undefined && base.branch !== locked.branch) return 'The branch was left meanwhile';
  if (locked.clearedThrough > base.coversThrough) return 'The history was cleared meanwhile';
  if (locked.summary_ordinal !== base.ordinal || locked.covers_through !== base.coversThrough)
    return 'Another summary was adopted meanwhile';
  if (coversThrough < locked.covers_through)
    return `It covers messages up to ${coversThrough}, but the current summary covers up to ${locked.covers_through}`;
  if (coversThrough > locked.last_seq) return `It covers message ${coversThrough}, which does not exist`;
  return undefined;
}

async function insertAttempt(
  trx: DatabaseTransaction,
  input: SummaryAttempt & {
    locked: LockedHead;
    status: SummaryStatus;
    reason: string | null;
  },
  adopted?: Pick<NewSummary, 'content' | 'tokens' | 'facts'>,
): Promise<StoredAttempt> {
  const { conversationId } = input;
  return trx
    .insertInto('summary')
    .values({
      conversation_id: conversationId,
      branch: input.locked.baseBranch,
      ordinal: sql<number>`(select coalesce(max(ordinal), 0) + 1 from summary
        where conversation_id = ${conversationId})`,
      position: input.position,
      way: input.way,
      status: input.status,
      covers_from: Math.min(input.locked.clearedThrough + 1, input.coversThrough),
      covers_through: input.coversThrough,
      content: adopted?.content ?? null,
      token_count: adopted?.tokens ?? null,
      budget: input.budget,
      facts_checked: adopted?.facts.checked ?? null,
      facts_missing: adopted?.facts.missing ?? null,
      facts_attached: adopted?.facts.attached ?? null,
      ...attemptColumns(input),
    })
    .returning((eb) => [
      'ordinal',
      eb
        .selectFrom('execution')
        .select('workflow_id')
        .where('conversation_id', '=', conversationId)
        .where('position', '=', input.position)
        .orderBy('id', 'desc')
        .limit(1)
        .as('executionId'),
    ])
    .executeTakeFirstOrThrow();
}
