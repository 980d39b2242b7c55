import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  ContinueAsNew,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setWorkflowOptions,
  workflowInfo,
  log,
} from '@temporalio/workflow';
import type { FailedNode, ExecutionActivities, ExecutionPlan } from '../../protocol/activities/execution.js';
import type { FinishedExecution } from '../../protocol/activities/finished-execution.js';
import { budgetProblem } from '../../protocol/budget.js';
import type { FinalStatus } from '../../protocol/final-status.js';
import { checkWorkflowId } from '../check-workflow-id.js';
import { failureFacts } from '../read-failure-facts.js';
import { conversationWorkflowId, executionWorkflowId, turnWorkflowId } from '../../protocol/ids.js';
import type { CarriedExecution, ExecutionInput, ExecutionResult } from '../../protocol/messages.js';
import { refusal } from '../refusal.js';
import { describeUsage } from '../describe-usage.js';
import { fitSummary } from '../../protocol/summary-text.js';
import { ExecutionState, openHandlers } from './execution-state.js';
import { FailedTools } from './failed-tools.js';
import { inputProblem } from './input-problem.js';
import { showBeginning, showEnd } from './progress-board.js';
import { refusedFailure } from './refused-failure.js';
import { runFlow, type FlowEnd } from './run-flow.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';
import { BEGIN_IN_TURN_OPTIONS, SETTLE_OPTIONS } from '../activity-options.js';
import { explainStackTrace } from '../explain-stack-trace.js';
import { refuseStart } from '../refuse-start.js';
import type { SearchAttributeName } from '../../protocol/search-attributes.js';
import { FLOW_SLUG, ROOT_EXECUTION_ID, setMissing, USER_ID, WAITS_FOR } from '../search-attributes.js';
import { startUpkeepChild } from '../start-upkeep-child.js';
import { localActivities } from '../local-activities.js';

const { beginExecution, finishExecution } = localActivities<ExecutionActivities>(SETTLE_OPTIONS);
const { beginExecution: beginInTurn } = proxyActivities<ExecutionActivities>(BEGIN_IN_TURN_OPTIONS);

export async function execution(input: ExecutionInput): Promise<ExecutionResult> {
  explainStackTrace();
  refuseStart(() => checkWorkflowId(input, expectedWorkflowId));
  const failed: Failed = { node: undefined, tools: new FailedTools() };
  let isTaken = false;
  try {
    const { end, leavesWork, finished } = await run(input, failed);
    if (end.kind === 'taken') {
      isTaken = true;
      throw refusal('Execution.IdTaken', 'An execution of another user has this Workflow ID: use another id');
    }
    if (end.kind === 'refused') throw refusedFailure(end);
    if (end.kind !== 'rollover') {
      const { result } = await finish('completed', { failed, leavesWork, finished });
      await describeLater(input, result);
      return result;
    }
    await continueAsNew<typeof execution>(carriedInput(input, end.carried));
    throw new Error('Continue-As-New returned');
  } catch (error) {
    // The id belongs to another user's execution, which must not be finished.
    if (error instanceof ContinueAsNew || isTaken) throw error;
    const facts = failureFacts(error);
    const isCancelled = facts.isCancelled || isRefused(facts);
    const ended = await CancellationScope.nonCancellable(() =>
      finish(isCancelled ? 'cancelled' : 'failed', { facts, failed }),
    );
    await describeLater(input, ended.result);
    // The execution completed before the cancellation arrived.
    if (ended.status === 'completed') return ended.result;
    if (isCancellation(error)) throw error;
    throw ApplicationFailure.create({
      type: facts.type,
      message: facts.message,
      nonRetryable: true,
      details: error instanceof ApplicationFailure ? (error.details ?? undefined) : undefined,
    });
  }
}

/**
 * A turn and its sub-executions stay on the build that began the turn. Not set on unversioned workers, from
 * which the server rejects it.
 */
setWorkflowOptions(() => {
  const isVersioned = Boolean(workflowInfo().currentDeploymentVersion?.deploymentName);
  return isVersioned ? { versioningBehavior: 'PINNED' } : {};
}, execution);

interface Failed {
  node: FailedNode | undefined;
  readonly tools: FailedTools;
}

interface Ran {
  end: FlowEnd | { kind: 'taken' };
  leavesWork: boolean;
  finished?: FinishedExecution | undefined;
}

async function run(input: ExecutionInput, failed: Failed): Promise<Ran> {
  // Carried state counts only after Continue-As-New, because anyone may start a Workflow with it.
  const carried = workflowInfo().continuedFromExecutionRunId === undefined ? undefined : input.carried;
  const handlers = openHandlers(carried);
  showBeginning();
  const begun = await begin(withoutCarried(input));
  if (begun.kind === 'taken') return { end: begun, leavesWork: false };
  if (begun.kind === 'ended') {
    if (begun.status === 'completed') return { end: { kind: 'completed' }, leavesWork: false };
    throw refusal('Execution.Ended', `This execution ran before and is ${begun.status}`);
  }
  if (begun.setsAttributes) setAttributes(begun.searchAttributes, input);
  const state = new ExecutionState(begun, { carried, handlers, failedTools: failed.tools });
  const end = await runFlow(begun, {
    execution: state,
    carried,
    onFailed: (node) => (failed.node = node),
  });
  return { end, leavesWork: state.leavesWork, finished: state.finished };
}

/** At the user's limit, a regular Activity waits, which occupies no Workflow Task. */
async function begin(input: ExecutionInput): Promise<BegunPlan> {
  const begun = await beginExecution.executeWithOptions({ summary: 'begin' }, [input]);
  if (begun.kind !== 'regular-activity') return begun;
  const inTurn = await beginInTurn
    .executeWithOptions({ summary: "begin after the user's other work" }, [input])
    .catch((error: unknown) => {
      // Unwrapped, so that the client reads the details as it does from a local Activity.
      throw error instanceof ActivityFailure && error.cause instanceof ApplicationFailure
        ? error.cause
        : error;
    });
  if (inTurn.kind === 'regular-activity') throw new Error('A regular Activity did not begin the execution');
  return inTurn;
}

type BegunPlan = Exclude<ExecutionPlan, { kind: 'regular-activity' }>;

async function finish(
  status: FinalStatus,
  {
    facts,
    failed,
    leavesWork = false,
    finished,
  }: { facts?: FailureFacts; failed: Failed } & Partial<Omit<Ran, 'end'>>,
): Promise<{ status: FinalStatus; result: ExecutionResult }> {
  const hasReason = status === 'failed' || (facts !== undefined && isRefused(facts));
  const outcome =
    finished ??
    (await finishExecution.executeWithOptions(
      { summary: fitSummary(`finish: ${status}${failed.tools.list()}`) },
      [
        {
          status,
          errorType: hasReason ? facts?.type : undefined,
          errorMessage: hasReason ? facts?.message : undefined,
          failedNode: hasReason ? failed.node : undefined,
          leavesWork: leavesWork || undefined,
        },
      ],
    ));
  // A status that was stored before wins.
  if (status === 'completed' && outcome.status !== status)
    throw refusal('Execution.Ended', `This execution was settled before it ended: it is ${outcome.status}`);
  const { preview, usage, upkeep } = outcome;
  showEnd(outcome.status, `${describeUsage(usage)}${failed.tools.list()}`);
  const { workflowId: executionId } = workflowInfo();
  return { status: outcome.status, result: { executionId, preview, usage, upkeep } };
}

function isRefused({ type }: FailureFacts): boolean {
  return type === 'Approval.Refused' || type === 'Approval.Expired';
}

/** Carried without the text, which is in the execution's row. */
function carriedInput(input: ExecutionInput, carried: CarriedExecution): ExecutionInput {
  if ('turnId' in input || 'parentId' in input) return { ...input, carried };
  const { text: _text, textRef: _textRef, data: _data, ...rest } = input;
  return { ...rest, text: '', carried };
}

function withoutCarried({ carried: _carried, ...input }: ExecutionInput): ExecutionInput {
  return input as ExecutionInput;
}

/** Only its own conversation can start a turn. */
function expectedWorkflowId(input: ExecutionInput): string {
  const { workflowId, parent } = workflowInfo();
  if (typeof input !== 'object' || input === null) throw new Error('The input is not an object');
  if ('turnId' in input) {
    const conversationId = conversationWorkflowId(input);
    if (parent?.workflowId !== conversationId)
      throw new Error(`Only conversation '${conversationId}' can start this turn: send it a message`);
    return turnWorkflowId(conversationId, input.turnId);
  }
  if ('parentId' in input) {
    if (parent?.workflowId !== input.parentId)
      throw new Error(
        `Only execution '${String(input.parentId).slice(0, 200)}' can start this sub-execution`,
      );
    return workflowId.startsWith(`${input.parentId}/`) ? workflowId : `${input.parentId}/<node>/<n>`;
  }
  const { continuedFromExecutionRunId } = workflowInfo();
  const problem = continuedFromExecutionRunId === undefined ? inputProblem(input) : undefined;
  if (problem) throw new Error(problem);
  const overspent = input.budget == null ? undefined : budgetProblem(input.budget);
  if (overspent !== undefined) throw new Error(overspent);
  if (input.user !== undefined) conversationWorkflowId({ flow: input.flow, user: input.user });
  const prefix = executionWorkflowId(input.flow, 'x').slice(0, -1);
  const own = workflowId.startsWith(prefix) ? workflowId.slice(prefix.length) : '';
  return own === '' || own.includes('/') ? `${prefix}<id>` : workflowId;
}

function setAttributes(registered: readonly SearchAttributeName[], input: ExecutionInput): void {
  if ('parentId' in input || !('flow' in input)) return;
  setMissing(registered, [
    { key: FLOW_SLUG, value: input.flow },
    ...(input.user == null ? [] : [{ key: USER_ID, value: input.user }]),
    { key: ROOT_EXECUTION_ID, value: workflowInfo().workflowId },
  ]);
}

async function describeLater(
  input: ExecutionInput,
  { upkeep }: Pick<ExecutionResult, 'upkeep'>,
): Promise<void> {
  if (upkeep !== true || 'turnId' in input || 'parentId' in input) return;
  const { workflowId: executionId, typedSearchAttributes: own } = workflowInfo();
  try {
    await CancellationScope.nonCancellable(() =>
      startUpkeepChild({
        input: { executionId },
        servedId: executionId,
        purpose: `an execution of ${input.flow}`,
        typedSearchAttributes: own.updateCopy([{ key: WAITS_FOR, value: null }]),
      }),
    );
  } catch (error) {
    log.warn('The upkeep could not be started', { reason: String(error) });
  }
}
