import type { FlowDefinition } from '../../flow/definition.js';
import type { Database } from '../../store/database.js';
import { findOpenThread } from '../../store/threads/find-open-thread.js';
import { findSummaryAbove, type AboveWork } from '../../store/summaries/summary-above.js';
import { findAnsweredBy, type AnsweredBy } from '../../store/summaries/summary-source.js';
import { loadFlow } from '../load-flow.js';
import { aboveRule } from './above-rule.js';

export interface FoundAbove extends AboveWork {
  flow: FlowDefinition;
  answeredBy: AnsweredBy;
}

export async function findAbove(db: Database, workflowId: string): Promise<FoundAbove | undefined> {
  const thread = await findOpenThread(db, workflowId);
  if (!thread) return undefined;
  const { id: conversationId, flowSlug, flowVersion } = thread;
  const answeredBy = (await findAnsweredBy(db, { workflowId })) ?? {
    conversationId,
    position: 0,
    flowSlug,
    flowVersion,
    nodeId: null,
  };
  const flow = await loadFlow(db, answeredBy.flowSlug, answeredBy.flowVersion);
  const rule = aboveRule(flow);
  const found = rule && (await findSummaryAbove(db, { conversationId, rule }));
  return found && { ...found, flow, answeredBy };
}
