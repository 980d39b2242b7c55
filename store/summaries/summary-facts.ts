import type { Database } from '../database.js';
import type { StoredFact } from './summaries.js';

/** Facts that are kept of a thread: more than the largest budget of a summary can hold. */
export const MOST_SUMMARY_FACTS = 256;

/**
 * The facts of a thread's messages after a place and up to another that are most worth keeping, the newer among equals:
 * as many as are kept.
 */
export async function loadSummaryFacts(
  db: Database,
  input: { conversationId: number; after: number; through: number },
): Promise<StoredFact[]> {
  return db
    .selectFrom('summary_fact')
    .select(['seq', 'ordinal', 'value', 'clause', 'weight'])
    .where('conversation_id', '=', input.conversationId)
    .where('seq', '>', input.after)
    .where('seq', '<=', input.through)
    .orderBy('weight', 'desc')
    .orderBy('seq', 'desc')
    .orderBy('ordinal')
    .limit(MOST_SUMMARY_FACTS)
    .execute();
}
