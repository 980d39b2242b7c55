import { activityInfo, ApplicationFailure } from '@temporalio/activity';
import type { FlowDefinition } from '../../flow/definition.js';
import { chooseTrigger } from '../../flow/graph/choose-trigger.js';
import { beginExecution as begin } from '../../store/execution/begin-execution.js';
import type { BeginResult } from '../../store/execution/begin-result.js';
import { askedOutputProblem } from '../../flow/graph/asked-output-problem.js';
import { listFlowSlugs } from '../../store/flows/flows.js';
import { nestingProblem } from '../../flow/values/nesting-problem.js';
import { toStorable } from '../../flow/values/to-storable.js';
import { unknownFlowMessage } from '../../flow/execution/unknown-flow.js';
import { conversationWorkflowId } from '../../protocol/ids.js';
import { isOneOff } from '../../protocol/one-off.js';
import type { FailureType } from '../../protocol/failure-types.js';
import type { ExecutionInput } from '../../protocol/messages.js';
import { listTaskQueues } from '../../protocol/provider-limits.js';
import { refuseOverLimit, type LimitRefusal, type UserLimits } from '../../protocol/user-limits.js';
import { countPictureTokens } from '../../models/counting/count-image-tokens.js';
import type { Database } from '../../store/database.js';
import { fileOwner } from '../../store/uploads/file-owner.js';
import { findStorageProblem } from '../conversation/find-storage-problem.js';
import { readInlineParts } from '../conversation/read-inline-files.js';
import type { ActivityDependencies } from '../dependencies.js';
import { finishIfGone } from '../ending/finish-if-gone.js';
import { loadFlow } from '../load-flow.js';
import { toFlowPlan } from './execution-plan.js';
import { placeCallerRounds } from './place-caller-rounds.js';
import { createPinRunnableVersion } from './pin-runnable-version.js';
import { reuseOutputs } from './reuse-outputs.js';
import type { ScheduleState } from '../../flow/scheduler/schedule-state.js';
import { requirePrices } from '../agent/plan/require-prices.js';
import { callerWorkflowId } from '../workflow-id.js';
import type { ExecutionPlan, FirstCallPlan, FlowPlan } from '../../protocol/activities/execution.js';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFirstCall } from '../../flow/execution/first-call.js';
import { createTrimContext } from '../agent/plan/trim-context.js';

/** Fails with a retryable error while another turn runs. Finishes that turn if its Workflow is gone. */
export function createBeginExecution(dependencies: ActivityDependencies) {
  const { db, timing, searchAttributes, userLimits, providers, onPoint } = dependencies;
  const planFirstCall = createPlanFirstCall(dependencies);
  const pinRunnableVersion = createPinRunnableVersion(dependencies);
  /** Only a one-off conversation may begin with the caller's tool calls. */
  const placeRounds = async (flow: FlowDefinition, input: ExecutionInput) =>
    'channel' in input && isOneOff(input.channel ?? null)
      ? placeCallerRounds(dependencies, { flow, workflowId: callerWorkflowId() })
      : undefined;
  return async function beginExecution(input: ExecutionInput): Promise<ExecutionPlan> {
    await onPoint?.('beginExecution.before');
    const result = await begin(db, await toBeginInput(db, { input, limits: userLimits }));
    await onPoint?.('beginExecution.after');
    switch (result.kind) {
      case 'begun': {
        const { flowSlug: slug, flowVersion: version } = result;
        const flow = hasVersion(input)
          ? await loadFlow(db, slug, version)
          : await pinRunnableVersion({ workflowId: callerWorkflowId(), slug, version });
        const trigger = requireTrigger(flow, { isTurn: 'turnId' in input, triggerId: result.triggerId });
        requireObjectAnswer(flow, input);
        if (result.limitsCost) requirePrices(flow);
        const plan = toFlowPlan(flow, trigger, await placeRounds(flow, input));
        const schedule = await skipToRerun(db, { flow, trigger, input });
        return {
          kind: 'run',
          ...plan,
          heartbeatTimeoutMs: timing.heartbeatTimeoutMs,
          taskQueues: listTaskQueues(providers),
          searchAttributes: searchAttributes(),
          setsAttributes: isPlain(input) || undefined,
          // An execution that is not new may be beyond its first call.
          firstCall: result.isNew && !schedule ? await planFirstCall(plan) : undefined,
          schedule,
        };
      }
      case 'ended':
      case 'taken':
        return result;
      case 'waits':
        await finishIfGone(dependencies, { workflowId: result.activeWorkflowId });
        throw stillRuns(result.activeWorkflowId);
      case 'unknown-flow':
        throw unknownFlow(findFlow(input), await listFlowSlugs(db));
      case 'unknown-version':
        throw unknownVersion(findFlow(input), result.version);
      case 'unknown-turn':
        throw refusal('Conversation.InvalidTurn', 'No turn with this id was accepted by the conversation');
      case 'missing-text':
        throw refusal('Execution.MissingText', 'No text is stored under that reference for this execution');
      case 'refused':
        throw refusal('Conversation.InvalidTurn', result.message);
      case 'over-limit':
        throw overLimit(refuseOverLimit({ ...result, limit: 'executions' }));
      case 'unknown-sub':
        throw refusal('Execution.NotPlanned', 'No execution planned a sub-execution under this Workflow ID');
      default:
        throw new Error(`Unexpected outcome ${(result satisfies never as BeginResult).kind}`);
    }
  };
}

async function toBeginInput(
  db: Database,
  { input, limits }: { input: ExecutionInput; limits: UserLimits },
): Promise<Parameters<typeof begin>[1]> {
  const workflowId = callerWorkflowId();
  const { taskQueue } = activityInfo();
  if ('parentId' in input) return { kind: 'sub', workflowId, parentId: input.parentId };
  const { flow } = input;
  if (!('turnId' in input)) {
    const problem = nestingProblem(input.data);
    if (problem) throw refusal('Conversation.InvalidTurn', `The data of the execution ${problem}`);
    const owner = fileOwner(input.user);
    const inline = input.parts && (await readInlineParts(input.parts, { user: owner }));
    if (inline?.problem) throw refusal('Conversation.InvalidTurn', inline.problem);
    const files = { user: owner, limit: limits.storedBytes, files: inline?.uploads ?? [] };
    const full = await findStorageProblem(db, files);
    if (full !== undefined) throw refusal('User.StorageFull', full);
    return {
      kind: 'plain',
      workflowId,
      flow,
      version: input.version ?? undefined,
      user: input.user ?? null,
      taskQueue,
      text: input.text ?? '',
      textRef: input.textRef,
      parts: inline?.parts,
      uploads: inline?.uploads,
      countPicture: countPictureTokens,
      ...(input.data !== undefined && { data: toStorable(input.data) }),
      output: input.output,
      triggerId: input.trigger,
      maxExecutions: limits.executions,
      maxStoredBytes: limits.storedBytes,
      ...(input.budget != null && { budget: input.budget }),
    };
  }
  const conversationId = conversationWorkflowId(input);
  return {
    kind: 'turn',
    workflowId,
    conversationId,
    turnId: input.turnId,
    flow,
    user: input.user,
    taskQueue,
  };
}

async function skipToRerun(
  db: Database,
  { flow, trigger, input }: { flow: FlowDefinition; trigger: string; input: ExecutionInput },
): Promise<ScheduleState | undefined> {
  if (!('rerun' in input) || input.rerun == null) return undefined;
  const { rerun } = input;
  const reused = await reuseOutputs(db, { workflowId: callerWorkflowId(), flow, trigger, rerun });
  if (typeof reused === 'string') throw refusal('Execution.NotRepeatable', reused);
  return reused;
}

function isPlain(input: ExecutionInput): boolean {
  return !('turnId' in input) && !('parentId' in input);
}

/** A version that the input names is never replaced by another one. */
function hasVersion(input: ExecutionInput): boolean {
  return 'version' in input && input.version != null;
}

function requireTrigger(flow: FlowDefinition, fired: { isTurn: boolean; triggerId: string | null }): string {
  const trigger = chooseTrigger(flow, fired);
  if (trigger !== undefined) return trigger;
  const named = fired.triggerId === null ? '' : ` '${fired.triggerId}'`;
  throw refusal('Execution.NoTrigger', `Flow '${flow.slug}' has no trigger${named} to begin with`);
}

/** Checks an execution's schema; that of a chat message was checked when it was stored. */
function requireObjectAnswer(flow: FlowDefinition, input: ExecutionInput): void {
  if (!('output' in input) || !input.output) return;
  const problem = askedOutputProblem(flow, input.output);
  if (problem) throw refusal('Conversation.InvalidTurn', problem);
}

function findFlow(input: ExecutionInput): string {
  return ('flow' in input && input.flow) || '';
}

function unknownFlow(flow: string, known: readonly string[]): ApplicationFailure {
  return refusal('Conversation.UnknownFlow', unknownFlowMessage(flow, known));
}

function unknownVersion(flow: string, version: number): ApplicationFailure {
  return refusal('Flow.NotFound', `Flow '${flow}' has no version ${version}`);
}

function overLimit({ type, message, details }: LimitRefusal): ApplicationFailure {
  return ApplicationFailure.create({ type, message, details: [details], nonRetryable: true });
}

function stillRuns(workflowId: string): ApplicationFailure {
  return ApplicationFailure.create({
    type: 'Conversation.TurnActive',
    message: `Turn '${workflowId}' still runs`,
  });
}

function refusal(type: FailureType, message: string): ApplicationFailure {
  return ApplicationFailure.create({ type, message, nonRetryable: true });
}

/** Short, because planning shares the Activity's timeout with the begin. */
const TIMEOUT_MS = 3_000;

/** Never fails: if planning fails, the first step plans again and reports the error. */
function createPlanFirstCall(dependencies: ActivityDependencies) {
  const trimContext = createTrimContext(dependencies);

  return async function planFirstCall(flow: FlowPlan): Promise<FirstCallPlan | undefined> {
    const call = findFirstCall(flow);
    if (!call) return undefined;
    const { nodeId, step, isLast: withoutTools } = call;
    const over = new AbortController();
    const planning = trimContext({ step, nodeId, withoutTools, isHarder: false, mayCompact: true });
    try {
      return await Promise.race([
        planning.then((plan) => ({ step, ...plan })).catch(nothing),
        sleep(TIMEOUT_MS, undefined, { signal: over.signal }).catch(nothing),
      ]);
    } finally {
      over.abort();
    }
  };
}

function nothing(): undefined {
  return undefined;
}
