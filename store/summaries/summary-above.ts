import { sql } from 'kysely';
import {
  listUnfit,
  QUOTE_TOKENS,
  type AboveRule,
  type UnfitLevel,
} from '../../context/threads/list-unfit.js';
import { summaryBudget } from '../../context/summary/summary-budget.js';
import { seenMessages } from '../branches/seen-messages.js';
import type { Database } from '../database.js';
import { loadAncestry, type Ancestor } from '../threads/load-ancestry.js';
import type { SummaryWork } from './summary-due.js';

export interface AboveWork {
  work: SummaryWork;
  existing: string | undefined;
}

const MAX_LEVELS = 4;

/** Starts at the root, because summarizing the oldest messages keeps the newest ones verbatim. */
export async function findSummaryAbove(
  db: Database,
  { conversationId, rule }: { conversationId: number; rule: AboveRule },
): Promise<AboveWork | undefined> {
  const levels = await loadAncestry(db, conversationId);
  for (const unfit of listUnfit(levels, rule).slice(0, MAX_LEVELS)) {
    const state = await selectState(db, { ...unfit, conversationId });
    const { through, position, failures, turns } = state;
    if (position !== null && through > unfit.after && turns >= 2 ** failures - 1)
      return toWork(unfit.level, { rule, through, position });
  }
  return undefined;
}

function toWork(
  { conversationId, branch, depth, cleared, summary }: Ancestor,
  { rule, through, position }: { rule: AboveRule; through: number; position: number },
): AboveWork {
  const clearedThrough = cleared.seq;
  const coversThrough = Math.max(clearedThrough, summary?.coversThrough ?? 0);
  return {
    work: {
      conversationId,
      base: { branch, ordinal: summary?.ordinal ?? null, coversThrough },
      clearedThrough,
      through,
      position,
      budget: summaryBudget(depth, rule.tokens),
      isRegeneration: false,
    },
    existing: summary?.content,
  };
}

interface LevelState {
  through: number;
  position: number | null;
  failures: number;
  turns: number;
}

const MAX_QUOTED = 50;

async function selectState(
  db: Database,
  {
    level,
    after,
    last,
    runningTokens,
    room,
    conversationId,
  }: UnfitLevel<Ancestor> & { conversationId: number },
): Promise<LevelState> {
  const { conversationId: above, branch, summary } = level;
  const thread = { conversationId: above, branch };
  const table = 'conversation_message';
  const { rows } = await sql<LevelState>`
    with newest as (
      select seq, running_tokens - token_count as before 
      from ${seenMessages(thread, { after, through: last, newest: MAX_QUOTED, table })} message
    ), quoted as (
      select coalesce(min(seq), ${last}::integer + 1) - 1 as through from newest
      where ${runningTokens}::integer - before + ${QUOTE_TOKENS}::integer * (${last}::integer - seq + 1) <= ${room}::integer
    )
    select through,
      (select position from ${seenMessages(thread, { where: sql`seq = through`, table })} message) as position,
      (select count(*)::integer from summary where conversation_id = ${above} and way = 'thread'
        and status in ('failed', 'unusable') and ordinal > ${summary?.ordinal ?? 0}) as failures,
      (select last_position from conversation where id = ${conversationId}) as turns
    from quoted`.execute(db);
  return rows[0] ?? { through: after, position: null, failures: 0, turns: 0 };
}
