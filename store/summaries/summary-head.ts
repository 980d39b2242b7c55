import { sql } from 'kysely';
import { adoptedSummary, type AdoptedSummary } from '../conversation/adopted-summary.js';
import type { Database } from '../database.js';
import type { SummaryWay } from '../../views/summary.js';

export interface SummaryHead {
  /** Null if the conversation has no summary since its last `clear`. */
  summary: AdoptedSummary | null;
  coversThrough: number;
  clearedThrough: number;
}

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
  if (!row) return undefined;
  const { coversThrough, clearedThrough, ...summary } = row;
  return { coversThrough, clearedThrough, summary: toAdopted(summary) };
}

export async function findSummary(
  db: Database,
  key: { conversationId: number; ordinal: number },
): Promise<AdoptedSummary | undefined> {
  const { rows } = await sql<{ summary: AdoptedSummary | null }>`
    select ${adoptedSummary(key)} as summary`.execute(db);
  return rows[0]?.summary ?? undefined;
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
