import type { RowCounters, ThreadSummary } from '../../../context/call/call-rows.js';
import { shareSearches, type LookedUp, type LookUp, type AboveRules } from '../../../context/call/look-up.js';
import { renderAbove, type RenderedAbove } from '../../../context/threads/render-above.js';
import type { Embedder } from '../../../models/embeddings.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { findPassages } from './find-passages.js';
import type { StoredPlanFacts } from './stored-plan-facts.js';
import { aboveBudgets } from '../../../context/threads/above-budgets.js';
import type { AboveLevel } from '../../../context/threads/above-level.js';
import { loadAncestry, loadLevelMessages } from '../../../store/threads/load-ancestry.js';

export interface LookUpInput {
  execution: ExecutionFacts;
  lookUp: LookUp;
  summary: ThreadSummary | undefined;
  counters: Pick<RowCounters, 'countText' | 'tokenFactor'>;
  step: number;
  base: number;
  embedder: Embedder | undefined;
  before?: StoredPlanFacts | undefined;
}

export async function lookUpLeading(db: Database, input: LookUpInput): Promise<LookedUp> {
  const { execution, lookUp, counters, ...at } = input;
  const { conversationId } = execution;
  if (conversationId === null) return { ...NOTHING, summary: undefined };
  const above = await loadRenderedAbove(db, { lookUp, counters, conversationId });
  const searches = shareSearches(lookUp, above);
  const summary = lookUp.summary === undefined ? undefined : input.summary;
  return { above, summary, ...(await findPassages(db, { ...at, execution, conversationId, searches })) };
}

const NOTHING_ABOVE: RenderedAbove = { texts: [], left: [], unsent: [] };
const NOTHING = { above: NOTHING_ABOVE, passages: undefined, foundAbove: undefined, warnings: [] };

async function loadRenderedAbove(
  db: Database,
  { lookUp, counters, conversationId }: Pick<LookUpInput, 'lookUp' | 'counters'> & { conversationId: number },
): Promise<RenderedAbove> {
  const { above: rules } = lookUp;
  if (!rules) return NOTHING_ABOVE;
  return renderAbove({ levels: await loadAbove(db, { conversationId, rules }), ...rules, ...counters });
}

async function loadAbove(
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
