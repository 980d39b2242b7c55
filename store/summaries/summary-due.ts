import { sql } from 'kysely';
import { isSummaryDue, type HistoryRoom } from '../../context/summary/least-replaced.js';
import { summaryBudget } from '../../context/summary/summary-budget.js';
import type { SummaryRhythm } from '../../flow/settings/history-settings.js';
import { isAnswerOfTurn } from '../conversation/is-answer-of-turn.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { ONE_OFF_CHANNELS } from '../../protocol/one-off.js';
import type { SummaryBase } from './adopt-summary.js';

export interface SummaryRule {
  messages: number;
  every: SummaryRhythm;
  tokens: readonly number[];
  minTokens?: number | undefined;
  room: HistoryRoom;
}

type SummaryDue = { kind: 'none' | 'later' } | { kind: 'due'; work: SummaryWork };

export interface SummaryWork {
  conversationId: number;
  base: SummaryBase;
  clearedThrough: number;
  /** The last message to cover, before a running turn. */
  through: number;
  position: number;
  budget: number;
  isRegeneration: boolean;
}

export const MAX_TURNS_BETWEEN_TRIES = 16;

export type ThreadKey = { conversationId: number } | { workflowId: string };

/** With `through`, continues a run of summaries even if few messages remain. */
export async function findDueSummary(
  db: Database,
  input: ThreadKey & { rule: SummaryRule; through?: number | undefined },
): Promise<SummaryDue> {
  const row = await selectState(db, input);
  if (!row || row.through === null || row.position === null) return { kind: 'none' };
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

interface Coverage {
  uncovered: number;
  /** Excludes the newest answer, whose call could have included a summary. */
  uncoveredTokens: number;
  answerTokens: number;
  depth: number;
  budget: number | null;
}

/** A smaller limit needs no new summary, because the current one is cut when it is shown. */
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

/** After a failure, waits one turn, then two, four and so on. */
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
  uncoveredTokens: number;
  answerTokens: number;
  ordinal: number | null;
  depth: number;
  budget: number | null;
  through: number | null;
  position: number | null;
  failures: number;
  failedAt: number | null;
}

/** Ignores failures of inline and sub-thread summaries. */
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
