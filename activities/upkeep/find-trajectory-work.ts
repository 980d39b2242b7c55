import { log } from '@temporalio/activity';
import type { FlowDefinition } from '../../flow/definition.js';
import type { ResolvedTrajectory } from '../../flow/settings/trajectory-settings.js';
import type { Database } from '../../store/database.js';
import { findAnsweredBy } from '../../store/summaries/summary-source.js';
import { findConversationId } from '../../store/conversation/find-conversation.js';
import type { NewestRounds } from '../../store/trajectory/newest-rounds.js';
import { findAloneExecution, type AloneExecution } from '../../store/trajectory/find-alone-execution.js';
import { isUnrecorded } from '../../store/trajectory/record-missing.js';
import { findUndescribedFlows, type FlowVersion } from '../../store/trajectory/undescribed.js';
import { withinLockWait } from '../../store/trajectory/within-lock-wait.js';
import { loadFlow } from '../load-flow.js';
import { portraitRule } from './portrait-rule.js';
import type { TrajectoryWork } from '../../protocol/activities/upkeep.js';

export const LOOKED_AT_TURNS = 20;

/** Never throws. Unreadable tables count as work. */
export async function findTrajectoryWork(db: Database, workflowId: string): Promise<TrajectoryWork> {
  try {
    const rounds = await findNewestRounds(db, workflowId);
    if (!rounds) return {};
    const record = await isUnrecorded(db, rounds);
    const describe = (await findPortraitWork(db, workflowId)) !== undefined;
    return { record: record || undefined, describe: describe || undefined };
  } catch (error) {
    log.warn('The trajectories of a session could not be read', { reason: String(error) });
    return { record: true };
  }
}

export async function findNewestRounds(db: Database, workflowId: string): Promise<NewestRounds | undefined> {
  const conversationId = await findConversationId(db, workflowId);
  if (conversationId !== undefined) return { conversationId, turns: LOOKED_AT_TURNS };
  const execution = await findAloneExecution(db, workflowId);
  return execution && { executionId: execution.executionId };
}

export interface PortraitWork {
  rounds: NewestRounds;
  /** The position is 1 for a standalone execution. */
  position: number;
  flow: FlowDefinition;
  nodeId: string | null;
  rule: NonNullable<ResolvedTrajectory['descriptions']>;
  flows: readonly FlowVersion[];
}

export async function findPortraitWork(db: Database, workflowId: string): Promise<PortraitWork | undefined> {
  const answered = await findAnswered(db, workflowId);
  if (!answered) return undefined;
  const { rounds, position, nodeId } = answered;
  const flow = await loadFlow(db, answered.flowSlug, answered.flowVersion);
  const rule = portraitRule(flow);
  if (!rule) return undefined;
  const touching = await withinLockWait(db, (trx) => findUndescribedFlows(trx, rounds));
  const flows: FlowVersion[] = [];
  for (const version of touching)
    if (portraitRule(await loadFlow(db, version.slug, version.version))) flows.push(version);
  return flows.length === 0 ? undefined : { rounds, position, flow, nodeId, rule, flows };
}

type Answered = Pick<PortraitWork, 'rounds' | 'position' | 'nodeId'> & Omit<AloneExecution, 'executionId'>;

async function findAnswered(db: Database, workflowId: string): Promise<Answered | undefined> {
  const turn = await findAnsweredBy(db, { workflowId });
  if (turn) return { ...turn, rounds: { conversationId: turn.conversationId, turns: LOOKED_AT_TURNS } };
  const execution = await findAloneExecution(db, workflowId);
  return execution && { ...execution, rounds: { executionId: execution.executionId }, position: 1 };
}
