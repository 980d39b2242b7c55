import { sql } from 'kysely';
import type { SummaryWay } from '../../views/summary.js';

export interface AdoptedSummary {
  ordinal: number;
  way: SummaryWay;
  content: string;
  tokens: number;
  budget: number;
  coversFrom: number;
  coversThrough: number;
}

export function adoptedSummary({ conversationId, ordinal }: { conversationId: number; ordinal: number }) {
  return sql<AdoptedSummary | null>`(
    select json_build_object('ordinal', ordinal, 'way', way, 'content', summary.content, 'tokens',
      coalesce(summary.token_count, 0), 'budget', budget, 'coversFrom', coalesce(covers_from, 1), 'coversThrough', covers_through)
    from summary
    where summary.conversation_id = ${conversationId} and ordinal = ${ordinal} and status = 'adopted')`;
}
