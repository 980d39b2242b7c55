import { log } from '@temporalio/activity';
import { historySettings } from '../../flow/settings/history-settings.js';
import { nodeOrder } from '../../flow/graph/node-order.js';
import type { FlowDefinition } from '../../flow/definition.js';
import type { Database } from '../../store/database.js';
import { finishExecution as finish, type EndedExecution } from '../../store/execution/finish-execution.js';
import type { OfFlow } from '../../store/execution/read-execution-result.js';
import { recordMissing } from '../../store/trajectory/record-missing.js';
import { PREVIEW_CHARACTERS } from '../../protocol/limits.js';
import { answerSettings } from '../answer-settings.js';
import type { ActivityDependencies } from '../dependencies.js';
import { loadFlow } from '../load-flow.js';
import { countUnrecorded } from '../count-metrics.js';
import { reportEnd } from './report-end.js';
import { exportRoundSoon } from '../trajectory/export-rounds.js';
import { aboveRule } from '../upkeep/above-rule.js';
import { findPortraitWork } from '../upkeep/find-trajectory-work.js';
import { embeddingRule } from '../upkeep/embedding-rule.js';
import { summaryRule } from '../upkeep/summary-rule.js';
import { workflowFacts } from '../../telemetry/workflow-facts.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { FinishExecutionInput } from '../../protocol/activities/execution.js';
import type { FinishedExecution } from '../../protocol/activities/finished-execution.js';

interface FinishInput extends FinishExecutionInput {
  unlessStepsWait?: true;
}

export function createFinishExecution(dependencies: ActivityDependencies) {
  const { db, embedder, trajectoryFiles, userSlots, onPoint } = dependencies;
  const load: OfFlow<FlowDefinition> = (trx, { slug, version }) => loadFlow(db, slug, version, trx);
  return async function finishExecution(input: FinishInput): Promise<FinishedExecution> {
    await onPoint?.('finishExecution.before');
    const workflowId = callerWorkflowId();
    const { leavesWork = false, ...end } = input;
    const { status, answer, usage, isAlone, ended, isUnknown, ...result } = await finish(db, {
      ...answerSettings(),
      ...end,
      workflowId,
      nodeOrder: async (trx, of) => nodeOrder(await load(trx, of)),
      sendsRefused: async (trx, of) => historySettings(await load(trx, of)).refused === 'send',
      upkeepRule: async (trx, of) => {
        const flow = await load(trx, of);
        return {
          summary: summaryRule(dependencies, flow),
          embedding: embeddingRule(flow, embedder),
          above: aboveRule(flow),
        };
      },
    });
    await onPoint?.('finishExecution.after');
    userSlots.end(workflowId);
    await reportEnd(db, isUnknown ? toRefused(workflowId, end) : ended);
    const isCompleted = status === 'completed';
    // The upkeep after a completed turn records this later. Other executions have no upkeep.
    if (!isCompleted || (leavesWork && isAlone)) await recordWhatRan(db, workflowId);
    exportRoundSoon({ db, trajectoryFiles }, { workflowId });
    const upkeep =
      result.upkeep === true ||
      (isCompleted ? leavesWork : status === 'failed' && isAlone && (await hasUndescribed(db, workflowId)));
    return { status, preview: preview(answer ?? ''), usage, upkeep: upkeep || undefined };
  };
}

/** An execution that was refused before it began has no row. The row of a turn is ended by `settleTurn`. */
function toRefused(workflowId: string, end: FinishInput): EndedExecution | undefined {
  const { flow, turn } = workflowFacts(workflowId);
  if (flow === undefined || turn !== undefined) return undefined;
  return { ...end, workflowId, flow, user: null, kind: 'alone', seconds: 0 };
}

/** Never throws, because the execution has finished. */
async function recordWhatRan(db: Database, workflowId: string): Promise<void> {
  try {
    await recordMissing(db, { workflowId });
  } catch (error) {
    countUnrecorded();
    log.warn('An execution could not be recorded in its trajectory yet', {
      workflowId,
      reason: String(error),
    });
  }
}

/** No later turn would describe what a standalone execution touched. */
async function hasUndescribed(db: Database, workflowId: string): Promise<boolean> {
  try {
    return (await findPortraitWork(db, workflowId)) !== undefined;
  } catch (error) {
    log.warn('The trajectory of an execution could not be read', { workflowId, reason: String(error) });
    return true;
  }
}

function preview(text: string): string {
  if (text.length <= PREVIEW_CHARACTERS) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(PREVIEW_CHARACTERS - 2))
    ? PREVIEW_CHARACTERS - 2
    : PREVIEW_CHARACTERS - 1;
  return `${text.slice(0, end)}…`;
}
