import { log } from '@temporalio/activity';
import type { FlowDefinition } from '../../flow/definition.js';
import type { ResolvedTrajectory } from '../../flow/settings/trajectory-settings.js';
import type { Database } from '../../store/database.js';
import { findAnsweredBy, type AnsweredBy } from '../../store/summaries/summary-source.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import { isUnrecorded } from '../../store/trajectory/record-missing.js';
import { findUndescribedFlows, type FlowVersion } from '../../store/trajectory/undescribed.js';
import { withinLockWait } from '../../store/trajectory/within-lock-wait.js';
import { loadFlow } from '../load-flow.js';
import { portraitRule } from './portrait-rule.js';
import type { TrajectoryWork } from '../../protocol/activities/upkeep.js';

/** The newest turns of a conversation, which are searched for steps and things that were missed. */
export const LOOKED_AT_TURNS = 20;

/** Looks for that. Tables that refuse the look may have missed something: they are asked again. Never throws. */
export async function findTrajectoryWork(db: Database, workflowId: string): Promise<TrajectoryWork> {
  try {
    const conversationId = await findConversationId(db, workflowId);
    if (conversationId === undefined) return {};
    const record = await isUnrecorded(db, { conversationId, turns: LOOKED_AT_TURNS });
    const describe = (await findPortraitWork(db, workflowId)) !== undefined;
    return { record: record || undefined, describe: describe || undefined };
  } catch (error) {
    log.warn('The trajectories of a conversation could not be looked at', { reason: String(error) });
    return { record: true };
  }
}

/** Things to be described, and who is to do it. */
export interface PortraitWork {
  answeredBy: AnsweredBy;
  /** The flow that answered last. */
  flow: FlowDefinition;
  rule: NonNullable<ResolvedTrajectory['portraits']>;
  /** Whose things are described: others have it switched off. */
  flows: readonly FlowVersion[];
}

/**
 * Finds the things to describe for a conversation, by the settings of the flow that answered last and of those that touched
 * it; undefined: nothing is, or it was closed or deleted. Throws what a table throws.
 */
export async function findPortraitWork(db: Database, workflowId: string): Promise<PortraitWork | undefined> {
  const answeredBy = await findAnsweredBy(db, { workflowId });
  if (answeredBy === undefined) return undefined;
  const flow = await loadFlow(db, answeredBy.flowSlug, answeredBy.flowVersion);
  const rule = portraitRule(flow);
  if (rule === undefined) return undefined;
  const scope = { conversationId: answeredBy.conversationId, turns: LOOKED_AT_TURNS };
  const touching = await withinLockWait(db, (trx) => findUndescribedFlows(trx, scope));
  const flows: FlowVersion[] = [];
  for (const version of touching)
    if (portraitRule(await loadFlow(db, version.slug, version.version)) !== undefined) flows.push(version);
  return flows.length === 0 ? undefined : { answeredBy, flow, rule, flows };
}
