import { sql } from 'kysely';
import { summaryBudget } from '../../context/summary/summary-budget.js';
import type { SummaryRhythm } from '../../flow/settings/history-settings.js';
import type { Database } from '../database.js';
import type { SummaryBase } from './adopt-summary.js';

/** When a thread is due for a summary. */
export interface SummaryRule {
  /** Messages that a window holds. */
  messages: number;
  every: SummaryRhythm;
  /** Tokens of a summary by the depth of its thread. */
  tokens: readonly number[];
}

/** What is to be done about a thread's summary. */
type SummaryDue =
  /** `later`: an attempt failed a short while ago. */
  { kind: 'none' | 'later' } | { kind: 'due'; work: SummaryWork };

export interface SummaryWork {
  /** Row id of the conversation. */
  conversationId: number;
  base: SummaryBase;
  clearedThrough: number;
  /** The newest message that has an answer, or is one: what comes after it is being worked on. */
  through: number;
  /** The turn of that message. */
  position: number;
  /** Tokens that the summary may have. */
  budget: number;
  /** The summary that stands was allowed fewer tokens than one may have now. */
  isRegeneration: boolean;
}

/** After this many turns a failing summary is tried again, whatever it did before. */
export const MAX_TURNS_BETWEEN_TRIES = 16;

/** A thread by its row, or the active one of a Workflow ID. */
export type ThreadKey = { conversationId: number } | { workflowId: string };

/**
 * What is due for a thread that is not closed, in one statement that costs the same for any thread. With `through`,
 * as one that began to cover the messages up to there: also where fewer are left than else would be due.
 */
export async function findDueSummary(
  db: Database,
  input: ThreadKey & { rule: SummaryRule; through?: number | undefined },
): Promise<SummaryDue> {
  const row = await selectState(db, input);
  if (row === undefined || row.through === null || row.position === null) return { kind: 'none' };
  const { through, position, coversThrough, depth, budget } = row;
  const isBegun = coversThrough < Math.min(input.through ?? 0, through);
  if (!isBegun && !needsSummary({ uncovered: through - coversThrough, depth, budget }, input.rule))
    return { kind: 'none' };
  if (!isTryDue(row, position)) return { kind: 'later' };
  return {
    kind: 'due',
    work: {
      conversationId: row.conversationId,
      clearedThrough: row.clearedThrough,
      base: { ordinal: row.ordinal, coversThrough },
      through,
      position,
      budget: summaryBudget(depth, input.rule.tokens),
      isRegeneration: isTooSmall({ depth, budget }, input.rule),
    },
  };
}

/** How a thread stands towards its summary. */
interface Coverage {
  /** Messages that no summary stands for. */
  uncovered: number;
  /** Of the thread. */
  depth: number;
  /** Tokens that the summary that stands was allowed; null: none stands. */
  budget: number | null;
}

/** Whether a thread needs a summary, or a larger one. A smaller budget needs none: what is there is shown cut. */
export function needsSummary(thread: Coverage, rule: SummaryRule): boolean {
  const least = rule.every === 'turn' ? 1 : rule.messages;
  return thread.uncovered >= least || isTooSmall(thread, rule);
}

function isTooSmall({ depth, budget }: Omit<Coverage, 'uncovered'>, rule: SummaryRule): boolean {
  return budget !== null && budget < summaryBudget(depth, rule.tokens);
}

/** After one failure the next turn, then two turns later, then four: a model that is out of order costs little. */
function isTryDue(
  { failures, failedAt }: { failures: number; failedAt: number | null },
  position: number,
): boolean {
  if (failedAt === null) return true;
  return position >= failedAt + Math.min(2 ** (failures - 1), MAX_TURNS_BETWEEN_TRIES);
}

interface ThreadState {
  conversationId: number;
  clearedThrough: number;
  coversThrough: number;
  ordinal: number | null;
  depth: number;
  budget: number | null;
  through: number | null;
  position: number | null;
  /** Attempts since what stands was adopted that came to nothing. */
  failures: number;
  failedAt: number | null;
}

/** An inline summary that came to nothing is no reason to wait with one that is asked for. */
async function selectState(db: Database, key: ThreadKey): Promise<ThreadState | undefined> {
  const isThread =
    'workflowId' in key
      ? sql`conversation.workflow_id = ${key.workflowId}`
      : sql`conversation.id = ${key.conversationId}`;
  const { rows } = await sql<ThreadState>`
    select conversation.id as "conversationId", cleared_through as "clearedThrough",
      conversation.covers_through as "coversThrough", summary_ordinal as ordinal, depth, head.budget,
      answered.seq as through, answered.position, failed.failures, failed.position as "failedAt"
    from conversation
    left join summary head on head.conversation_id = conversation.id and head.ordinal = summary_ordinal
    left join lateral (
      select seq, position from conversation_message message
      where message.conversation_id = conversation.id and role = 'assistant'
      order by seq desc limit 1
    ) answered on true
    cross join lateral (
      select count(*)::integer as failures, max(position) as position from summary attempt
      where attempt.conversation_id = conversation.id and attempt.ordinal > coalesce(summary_ordinal, 0)
        and attempt.covers_from > cleared_through and way <> 'inline' and status in ('failed', 'unusable')
    ) failed
    where ${isThread} and closed_at is null`.execute(db);
  return rows[0];
}
