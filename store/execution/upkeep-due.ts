import type { AboveRule } from '../../context/threads/list-unfit.js';
import type { DatabaseTransaction } from '../database.js';
import { findDueEmbedding, type EmbeddingRule } from '../passages/embedding-due.js';
import type { TakenPlace } from './finish-turn.js';
import type { OfFlow } from './read-execution-result.js';
import { findSummaryAbove } from '../summaries/summary-above.js';
import { needsSummary, findDueSummary, type SummaryRule } from '../summaries/summary-due.js';

export interface UpkeepRule {
  summary: SummaryRule | undefined;
  embedding: EmbeddingRule | undefined;
  above: AboveRule | undefined;
}

export async function hasUpkeep(
  trx: DatabaseTransaction,
  input: {
    execution: { conversation_id: number | null; flow_slug: string; flow_version: number };
    upkeepRule?: OfFlow<UpkeepRule> | undefined;
    place?: TakenPlace;
  },
): Promise<boolean> {
  const { execution, upkeepRule, place } = input;
  const { conversation_id: conversationId } = execution;
  if (conversationId === null || !upkeepRule) return false;
  const rule = await upkeepRule(trx, { slug: execution.flow_slug, version: execution.flow_version });
  if (rule.summary && (await needsWork(trx, { conversationId, rule: rule.summary, place }))) return true;
  if (rule.above && place && place.depth > 0)
    if (await findSummaryAbove(trx, { conversationId, rule: rule.above })) return true;
  if (!rule.embedding) return false;
  return (await findDueEmbedding(trx, { conversationId, ...rule.embedding })) !== undefined;
}

async function needsWork(
  trx: DatabaseTransaction,
  {
    conversationId,
    rule,
    place,
  }: { conversationId: number; rule: SummaryRule; place: TakenPlace | undefined },
): Promise<boolean> {
  if (place) {
    const { seq, coversThrough, summaryBudget: budget } = place;
    if (!needsSummary({ ...place, uncovered: seq - coversThrough, budget }, rule)) return false;
  }
  return (await findDueSummary(trx, { conversationId, rule })).kind === 'due';
}
