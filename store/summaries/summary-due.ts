import { sql } from 'kysely';
import { isSummaryDue, type HistoryRoom } from '../../context/summary/least-replaced.js';
import { summaryBudget } from '../../context/summary/summary-budget.js';
import type { SummaryRhythm } from '../../flow/settings/history-settings.js';
import { isAnswerOfTurn } from '../conversation/is-answer-of-turn.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { SummaryBase } from './adopt-summary.js';

/** Decides when a thread is due for a summary. */
export interface SummaryRule {
  /** The number of messages in a window. */
  messages: number;
  every: SummaryRhythm;
  /** The most tokens of a summary, by the depth of its thread. */
  tokens: readonly number[];
  /** The flow's own limit, and the room that messages have. */
  minTokens?: number | undefined;
  room: HistoryRoom;
}

/** Whether a thread is due for a summary, and the work if it is. */
type SummaryDue =
  /** `later`: the thread is due, but an attempt failed a short while ago. */
  { kind: 'none' | 'later' } | { kind: 'due'; work: SummaryWork };

export interface SummaryWork {
  /** Row id of the conversation. */
  conversationId: number;
  base: SummaryBase;
  clearedThrough: number;
  /** The place of the newest answer. Messages after it belong to a turn that is still running. */
  through: number;
  /** The turn of that answer. */
  position: number;
  /** The most tokens of the new summary. */
  budget: number;
  /** Whether the current summary was written for a smaller limit than the one that holds now. */
  isRegeneration: boolean;
}

/** The most turns between two attempts, however often summaries have failed. */
export const MAX_TURNS_BETWEEN_TRIES = 16;

/** Names a thread by its row id, or as the active thread of a Workflow ID. */
export type ThreadKey = { conversationId: number } | { workflowId: string };

/**
 * Decides what is due for an open thread, in one statement whose cost does not depend on the thread. `through`
 * continues a run that began to cover the messages up to there, even if fewer messages are left than are
 * otherwise worth a summary.
 */
export async function findDueSummary(
  db: Database,
  input: ThreadKey & { rule: SummaryRule; through?: number | undefined },
): Promise<SummaryDue> {
  const row = await selectState(db, input);
  if (row === undefined || row.through === null || row.position === null) return { kind: 'none' };
  const { through, position, coversThrough, depth, budget } = row;
  const isBegun = coversThrough < Math.min(input.through ?? 0, through);
  if (!isBegun && !needsSummary({ ...row, uncovered: through - coversThrough }, input.rule))
    return { kind: 'none' };
  if (!isTryDue(row, position)) return { kind: 'later' };
  return {
    kind: 'due',
    work: {
      conversationId: row.conversationId,
      clearedThrough: row.clearedThrough,
      base: { branch: row.branch, ordinal: row.ordinal, coversThrough },
      through,
      position,
      budget: summaryBudget(depth, input.rule.tokens),
      isRegeneration: isTooSmall({ depth, budget }, input.rule),
    },
  };
}

/** How far a thread is covered by its summary. */
interface Coverage {
  /** The number of messages that no summary covers. */
  uncovered: number;
  /** Their tokens, without those of the newest answer: with it a summary could have been asked for. */
  uncoveredTokens: number;
  /** Tokens of the newest answer. */
  answerTokens: number;
  /** Depth of the thread. */
  depth: number;
  /** The token limit of the current summary; null: there is no summary. */
  budget: number | null;
}

/**
 * Decides whether a thread needs a summary, or a larger one. When the limit has become smaller, the thread needs
 * none: the current summary is cut when it is shown.
 */
export function needsSummary(thread: Coverage, rule: SummaryRule): boolean {
  if (isTooSmall(thread, rule)) return true;
  if (rule.every === 'turn') return thread.uncovered >= 1;
  const { uncovered: messages, uncoveredTokens: tokens, answerTokens: answer, depth } = thread;
  const { messages: size, room, minTokens } = rule;
  const budget = summaryBudget(depth, rule.tokens);
  const hasSummary = thread.budget !== null;
  return isSummaryDue({ messages, tokens, answer }, { size, hasSummary, budget, room, minTokens });
}

function isTooSmall({ depth, budget }: Pick<Coverage, 'depth' | 'budget'>, rule: SummaryRule): boolean {
  return budget !== null && budget < summaryBudget(depth, rule.tokens);
}

/**
 * Decides whether to try again: after one failure at the next turn, then after two turns, then four, and so on,
 * so that a model that is out of order costs little.
 */
function isTryDue(
  { failures, failedAt }: { failures: number; failedAt: number | null },
  position: number,
): boolean {
  if (failedAt === null) return true;
  return position >= failedAt + Math.min(2 ** (failures - 1), MAX_TURNS_BETWEEN_TRIES);
}

interface ThreadState {
  conversationId: number;
  branch: number;
  clearedThrough: number;
  coversThrough: number;
  /** See `Coverage`. */
  uncoveredTokens: number;
  answerTokens: number;
  ordinal: number | null;
  depth: number;
  budget: number | null;
  through: number | null;
  position: number | null;
  /** Failed attempts since the current summary was adopted. */
  failures: number;
  failedAt: number | null;
}

/**
 * Reads the thread's state. Failed inline summaries are not counted, and neither are those for threads that hang on
 * it: they do not delay a summary that has its own call.
 */
async function selectState(db: Database, key: ThreadKey): Promise<ThreadState | undefined> {
  const isThread =
    'workflowId' in key
      ? sql`conversation.workflow_id = ${key.workflowId}`
      : sql`conversation.id = ${key.conversationId}`;
  const { rows } = await sql<ThreadState>`
    select conversation.id as "conversationId", conversation.branch, cleared_through as "clearedThrough",
      conversation.covers_through as "coversThrough", summary_ordinal as ordinal, depth, head.budget,
      answered.seq as through, answered.position, answered.before - coalesce((
        select running_tokens
        from ${seenMessages(
          { conversationId: sql`conversation.id` },
          { where: sql`message.seq = conversation.covers_through`, table: 'conversation_message' },
        )} covered
      ), 0) as "uncoveredTokens", answered.tokens as "answerTokens", failed.failures, failed.position as "failedAt"
    from conversation
    left join summary head on head.conversation_id = conversation.id and head.ordinal = summary_ordinal
    left join lateral (
      select seq, position, running_tokens - token_count as before, token_count as tokens
      from ${seenMessages(
        { conversationId: sql`conversation.id` },
        { where: isAnswerOfTurn('message'), newest: 1, table: 'conversation_message' },
      )} message
    ) answered on true
    cross join lateral (
      select count(*)::integer as failures, max(position) as position from summary attempt
      where attempt.conversation_id = conversation.id and attempt.branch = conversation.branch
        and attempt.ordinal > coalesce(summary_ordinal, 0)
        and attempt.covers_from > cleared_through and way not in ('inline', 'thread') and status in ('failed', 'unusable')
    ) failed
    where ${isThread} and closed_at is null and channel not like ${ONE_OFF_CHANNELS}`.execute(db);
  return rows[0];
}
