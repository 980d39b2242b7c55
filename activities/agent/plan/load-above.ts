import type { AboveRules } from '../../../context/call/look-up.js';
import { aboveBudgets } from '../../../context/threads/above/above-budgets.js';
import type { AboveLevel } from '../../../context/threads/above/above-level.js';
import type { Database } from '../../../store/database.js';
import { loadAncestry, loadLevelMessages } from '../../../store/threads/load-ancestry.js';

/** Reads what a thread may be told of the conversations and threads above it, root first: two statements at the most. */
export async function loadAbove(
  db: Database,
  { conversationId, rules }: { conversationId: number; rules: AboveRules },
): Promise<AboveLevel[]> {
  const ancestors = await loadAncestry(db, conversationId);
  if (rules.isIsolated) return ancestors.map((ancestor) => ({ ...ancestor, messages: [] }));
  const depths = ancestors.map(({ depth }) => depth);
  const budgets = aboveBudgets(depths, { room: rules.room, tokens: rules.budgets });
  return loadLevelMessages(
    db,
    ancestors.map((ancestor, at) => ({ ancestor, tokens: budgets[at] ?? 0 })),
  );
}
