import type { Embedder } from '../../models/embeddings.js';
import type { Database } from '../../store/database.js';
import { findDueEmbedding } from '../../store/passages/embedding-due.js';
import { findAnsweredBy } from '../../store/summaries/summary-source.js';
import { loadFlow } from '../load-flow.js';
import { embeddingRule } from './embedding-rule.js';

export async function findEmbedding(
  db: Database,
  { workflowId, embedder }: { workflowId: string; embedder: Embedder | undefined },
): Promise<number | undefined> {
  if (!embedder) return undefined;
  const answeredBy = await findAnsweredBy(db, { workflowId });
  if (!answeredBy) return undefined;
  const rule = embeddingRule(await loadFlow(db, answeredBy.flowSlug, answeredBy.flowVersion), embedder);
  return rule && findDueEmbedding(db, { workflowId, ...rule });
}
