import { log } from '@temporalio/activity';
import type { FlowDefinition } from '../../flow/definition.js';
import type { ResolvedTrajectory } from '../../flow/settings/trajectory-settings.js';
import type { Database } from '../../store/database.js';
import { findAnsweredBy } from '../../store/summaries/summary-source.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import type { NewestRounds } from '../../store/trajectory/execution-tree.js';
import { findAloneExecution, type AloneExecution } from '../../store/trajectory/find-alone-execution.js';
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
    const rounds = await findNewestRounds(db, workflowId);
    if (rounds === undefined) return {};
    const record = await isUnrecorded(db, rounds);
    const describe = (await findPortraitWork(db, workflowId)) !== undefined;
    return { record: record || undefined, describe: describe || undefined };
  } catch (error) {
    log.warn('The trajectories of a session could not be looked at', { reason: String(error) });
    return { record: true };
  }
}

/**
 * The newest turns of a conversation, or an execution outside conversations, by its Workflow ID; undefined: there is
 * neither.
 */
export async function findNewestRounds(db: Database, workflowId: string): Promise<NewestRounds | undefined> {
  const conversationId = await findConversationId(db, workflowId);
  if (conversationId !== undefined) return { conversationId, turns: LOOKED_AT_TURNS };
  const execution = await findAloneExecution(db, workflowId);
  return execution && { executionId: execution.executionId };
}

/** Things to be described, and who is to do it. */
export interface PortraitWork {
  /** Where they are. */
  rounds: NewestRounds;
  /** The turn that was answered last; of an execution outside conversations 1. */
  position: number;
  /** The flow that answered last, and its node; null: no model did. */
  flow: FlowDefinition;
  nodeId: string | null;
  rule: NonNullable<ResolvedTrajectory['portraits']>;
  /** Whose things are described: others have it switched off. */
  flows: readonly FlowVersion[];
}

/**
 * Finds the things to describe for a conversation, or for an execution outside one, by the settings of the flow that answered last
 * and of those that touched it; undefined: nothing is, or it was closed or deleted. Throws what a table throws.
 */
export async function findPortraitWork(db: Database, workflowId: string): Promise<PortraitWork | undefined> {
  const answered = await findAnswered(db, workflowId);
  if (answered === undefined) return undefined;
  const { rounds, position, nodeId } = answered;
  const flow = await loadFlow(db, answered.flowSlug, answered.flowVersion);
  const rule = portraitRule(flow);
  if (rule === undefined) return undefined;
  const touching = await withinLockWait(db, (trx) => findUndescribedFlows(trx, rounds));
  const flows: FlowVersion[] = [];
  for (const version of touching)
    if (portraitRule(await loadFlow(db, version.slug, version.version)) !== undefined) flows.push(version);
  return flows.length === 0 ? undefined : { rounds, position, flow, nodeId, rule, flows };
}

type Answered = Pick<PortraitWork, 'rounds' | 'position' | 'nodeId'> & Omit<AloneExecution, 'executionId'>;

async function findAnswered(db: Database, workflowId: string): Promise<Answered | undefined> {
  const turn = await findAnsweredBy(db, { workflowId });
  if (turn !== undefined)
    return { ...turn, rounds: { conversationId: turn.conversationId, turns: LOOKED_AT_TURNS } };
  const execution = await findAloneExecution(db, workflowId);
  return execution && { ...execution, rounds: { executionId: execution.executionId }, position: 1 };
}
