import type { FlowDefinition } from '../../flow/definition.js';
import { findDueSummary, type SummaryWork } from '../../store/summaries/summary-due.js';
import { findAnsweredBy, type AnsweredBy } from '../../store/summaries/summary-source.js';
import { loadFlow } from '../load-flow.js';
import { summaryRule, type RuleDependencies } from './summary-rule.js';

export interface FoundUpkeep {
  work: SummaryWork;
  flow: FlowDefinition;
  answeredBy: AnsweredBy;
}

export async function findUpkeep(
  worker: RuleDependencies,
  { workflowId, through }: { workflowId: string; through?: number | undefined },
): Promise<FoundUpkeep | undefined> {
  const { db } = worker;
  const answeredBy = await findAnsweredBy(db, { workflowId });
  if (!answeredBy) return undefined;
  const flow = await loadFlow(db, answeredBy.flowSlug, answeredBy.flowVersion);
  const rule = summaryRule(worker, flow);
  if (!rule) return undefined;
  const due = await findDueSummary(db, { workflowId, rule, through });
  return due.kind === 'due' ? { work: due.work, flow, answeredBy } : undefined;
}
