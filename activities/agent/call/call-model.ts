import { ApplicationFailure } from '@temporalio/activity';
import { listToolCalls } from '../../../context/message/trace-content.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { findBase } from '../../../flow/execution/step-blocks.js';
import { toCutOffReason } from '../../../protocol/finish-reason.js';
import { trajectorySettings } from '../../../flow/settings/trajectory-settings.js';
import type { Database } from '../../../store/database.js';
import { findModelCall } from '../../../store/calls/find-model-call.js';
import { claimModelCall } from '../../../store/calls/claim-model-call.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { createRecorder } from '../../trajectory/recorder.js';
import { createFinishWithAnswer } from '../../ending/finish-with-answer.js';
import { withHeartbeat } from '../../with-heartbeat.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { asksCaller, callerToolsOfNode } from '../caller-tools-of-node.js';
import { answersMessage, outputOfNode } from '../output-of-node.js';
import { checkAnswer, isOwnAnswer, unusableAnswerFailure } from './check-answer.js';
import { takePlannedRequest } from './planned-requests.js';
import { takeCallSlot } from './take-call-slot.js';
import { TryProgress } from './try-progress.js';
import { createTryCall, type TriedAnswer } from './try-call.js';
import type { CallModelInput, CallModelResult } from '../../../protocol/activities/agent.js';
import type { LeftWork } from '../../../protocol/activities/left-work.js';

interface StoredAnswer extends TriedAnswer {
  nodeId: string;
  model: string;
}

/** Returns a stored answer. An attempt that has been replaced by a newer one writes nothing. */
export function createCallModel(dependencies: ActivityDependencies) {
  const { db, timing, userSlots } = dependencies;
  const tryCall = createTryCall(dependencies);
  const recorder = createRecorder(dependencies);
  const finishWithAnswer = createFinishWithAnswer(dependencies);

  return async function callModel(input: CallModelInput): Promise<CallModelResult> {
    const { step, isLast, isOutsideMainLoop, pushed } = input;
    const workflowId = callerWorkflowId();
    const progress = new TryProgress();
    return withHeartbeat({ everyMs: timing.heartbeatMs, details: () => progress.describe() }, async () => {
      const planned = takePlannedRequest(db, { workflowId, step });
      const execution = planned?.execution ?? (await loadExecution(db, workflowId));
      await takeCallSlot(userSlots, { execution, workflowId });
      const claimed = await claimModelCall(db, { executionId: execution.id, step });
      if (!claimed) return settleAnswer(execution, input, await loadEndedCall(db, execution, step));
      const { nodeId, model } = claimed;
      const call = {
        ...claimed,
        workflowId,
        executionId: execution.id,
        step,
        isLast: isLast === true,
        isOutsideMainLoop: isOutsideMainLoop === true,
        pushed,
      };
      progress.begin(call);
      const request = planned?.hash === call.manifest.request ? planned.request : undefined;
      const tried = await tryCall({ execution, call, progress, request });
      return settleAnswer(execution, input, { nodeId, model, ...tried });
    }).finally(() => userSlots.lend(workflowId));
  };

  /** Also runs if an earlier attempt has stored the answer. */
  async function settleAnswer(
    execution: ExecutionFacts,
    input: CallModelInput,
    answer: StoredAnswer,
  ): Promise<CallModelResult> {
    const { step, isLast, completes } = input;
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const tools = listTools({ flow, execution }, { answer, input });
    const { leavesWork } = await recordAnswer(flow, { execution, step });
    const problem = await findProblem({ flow, execution }, { answer, input });
    if (problem && input.isRepair) throw unusableAnswerFailure(problem, answer);
    if (problem) return { tools, leavesWork, needsRepair: true };
    if (!completes || (tools.length > 0 && !isLast)) return { tools, leavesWork };
    const finished = await finishWithAnswer({ leavesWork: leavesWork ?? completes.leavesWork ?? false });
    return { tools, leavesWork, finished };
  }

  async function recordAnswer(
    flow: FlowDefinition,
    { execution, step }: { execution: ExecutionFacts; step: number },
  ): Promise<LeftWork> {
    const describes = trajectorySettings(flow).descriptions !== undefined;
    return recorder.record({ executionId: execution.id, base: findBase(step), describes });
  }
}

async function loadEndedCall(db: Database, execution: ExecutionFacts, step: number): Promise<StoredAnswer> {
  const stored = await findModelCall(db, { executionId: execution.id, step });
  if (!stored) throw new Error(`Step ${step} was never planned`);
  const { nodeId, model, status, content, finishReason } = stored;
  if (status === 'completed' && content !== null) return { nodeId, model, content, finishReason };
  throw ApplicationFailure.create({
    type: stored.errorType ?? 'Execution.Ended',
    message: stored.errorMessage ?? `The model call is ${stored.status}`,
    nonRetryable: true,
  });
}

function listTools(
  run: { flow: FlowDefinition; execution: ExecutionFacts },
  { answer: { nodeId, content }, input }: { answer: StoredAnswer; input: CallModelInput },
): string[] {
  const callerTools = callerToolsOfNode(run, { nodeId, isAnswer: isOwnAnswer(input) });
  return asksCaller(callerTools, content) ? [] : listToolCalls(content).map(({ toolName }) => toolName);
}

async function findProblem(
  run: { flow: FlowDefinition; execution: ExecutionFacts },
  { answer, input }: { answer: StoredAnswer; input: CallModelInput },
): Promise<string | undefined> {
  const { nodeId, content, finishReason } = answer;
  const schema = outputOfNode(run, { nodeId, isAnswer: isOwnAnswer(input) });
  if (!schema) return undefined;
  const { execution } = run;
  const isCutOff = answersMessage(run, nodeId) && toCutOffReason(finishReason) !== undefined;
  const isLast = input.isLast === true;
  return (await checkAnswer(content, { schema, isLast, isCutOff, execution }))?.problem;
}
