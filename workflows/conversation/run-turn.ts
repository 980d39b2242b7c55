import {
  CancellationScope,
  ChildWorkflowCancellationType,
  ParentClosePolicy,
  proxyActivities,
  startChild,
  WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import type { ConversationActivities } from '../../protocol/activities/conversation.js';
import { addUsage } from '../describe-usage.js';
import { failureFacts } from '../read-failure-facts.js';
import { fairnessKey } from '../../protocol/fairness-key.js';
import { toConversationKey, turnWorkflowId } from '../../protocol/ids.js';
import { EXECUTION_WORKFLOW, type ExecutionWorkflow } from '../../protocol/messages.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { conversationAttributes, ROOT_EXECUTION_ID, toAttributes } from '../search-attributes.js';
import type { ConversationState } from './conversation-state.js';
import { showDetails } from './show-details.js';
import { startUpkeep } from './start-upkeep.js';
import type { QueuedTurn, TurnOutcome } from './turn-ledger.js';
import { AWAIT_OPTIONS, SETTLE_OPTIONS } from '../activity-options.js';
import { localActivities } from '../local-activities.js';

const { clearConversation, switchBranch, settleTurn } =
  localActivities<ConversationActivities>(SETTLE_OPTIONS);
const { awaitExecution } = proxyActivities<ConversationActivities>(AWAIT_OPTIONS);

/** Never throws: a failed turn is an outcome. */
export async function processTurn(state: ConversationState, turn: QueuedTurn): Promise<void> {
  const { ledger } = state;
  const scope = new CancellationScope();
  state.cancelRunning = () => scope.cancel();
  showDetails(state);
  try {
    const outcome = await workOff(state, scope, turn);
    ledger.turns += 1;
    ledger.end(turn.turnId, outcome);
  } finally {
    state.cancelRunning = null;
    state.lastActivityMs = Date.now();
    showDetails(state);
  }
}

function workOff(
  state: ConversationState,
  scope: CancellationScope,
  { turnId, kind }: QueuedTurn,
): Promise<TurnOutcome> {
  if (kind === 'clear') return clear(turnId);
  return kind === 'switch' ? goToBranch(turnId) : answer(state, scope, turnId);
}

async function goToBranch(turnId: string): Promise<TurnOutcome> {
  await CancellationScope.nonCancellable(() =>
    switchBranch.executeWithOptions({ summary: 'switch to another branch' }, [{ turnId }]),
  );
  return { status: 'completed' };
}

async function clear(turnId: string): Promise<TurnOutcome> {
  await CancellationScope.nonCancellable(() =>
    clearConversation.executeWithOptions({ summary: 'clear the history' }, [{ turnId }]),
  );
  return { status: 'completed' };
}

async function answer(
  state: ConversationState,
  scope: CancellationScope,
  turnId: string,
): Promise<TurnOutcome> {
  let outcome: TurnOutcome;
  try {
    if (state.ledger.cancelling.has(turnId)) scope.cancel();
    outcome = await scope.run(() => runExecution(state, turnId));
  } catch (error) {
    const { isCancelled, type, message } = failureFacts(error);
    outcome = { status: isCancelled ? 'cancelled' : 'failed', type, message };
  }
  if (outcome.status === 'completed') return outcome;
  const { status, type: errorType, message: errorMessage } = outcome;
  // Ends the turn of an execution that was terminated or never began.
  const settled = await CancellationScope.nonCancellable(() =>
    settleTurn.executeWithOptions({ summary: 'finish the turn' }, [
      status === 'failed' ? { turnId, status, errorType, errorMessage } : { turnId, status },
    ]),
  );
  return settled === 'failed' ? outcome : { status: settled };
}

/** Waits for an execution that a deleted conversation left running. */
async function runExecution(state: ConversationState, turnId: string): Promise<TurnOutcome> {
  try {
    return await runNewExecution(state, { turnId, reuse: WorkflowIdReusePolicy.REJECT_DUPLICATE });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
    const { status, errorType, errorMessage, upkeep, isUnbegun } = await awaitExecution.executeWithOptions(
      { summary: 'await the running execution' },
      [{ turnId }],
    );
    if (isUnbegun === true)
      return runNewExecution(state, { turnId, reuse: WorkflowIdReusePolicy.ALLOW_DUPLICATE });
    if (upkeep === true) startUpkeep(state);
    return { status, type: errorType, message: errorMessage };
  }
}

async function runNewExecution(
  state: ConversationState,
  start: { turnId: string; reuse: WorkflowIdReusePolicy },
): Promise<TurnOutcome> {
  const child = await startExecution(state, start);
  const { usage, upkeep } = await child.result();
  state.usage = addUsage(state.usage, usage);
  if (upkeep === true) startUpkeep(state);
  return { status: 'completed' };
}

function startExecution(
  { key, conversationId, ledger, registered }: ConversationState,
  { turnId, reuse }: { turnId: string; reuse: WorkflowIdReusePolicy },
) {
  const workflowId = turnWorkflowId(conversationId, turnId);
  return startChild<ExecutionWorkflow>(EXECUTION_WORKFLOW, {
    args: [{ ...toConversationKey(key), turnId }],
    workflowId,
    workflowIdReusePolicy: reuse,
    priority: { priorityKey: ledger.priorities.get(turnId), fairnessKey: fairnessKey(key.user) },
    parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
    cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
    staticSummary: fitSummary(`Turn ${ledger.turns + 1} of ${key.user} with ${key.flow}`),
    typedSearchAttributes: toAttributes(registered, [
      ...conversationAttributes({ conversationId, key }),
      { key: ROOT_EXECUTION_ID, value: workflowId },
    ]),
  });
}
