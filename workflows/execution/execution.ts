import {
  ApplicationFailure,
  CancellationScope,
  isCancellation,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type { ExecutionActivities } from '../../activities/execution/index.js';
import { budgetProblem } from '../../flow/budget.js';
import { checkWorkflowId } from '../check-workflow-id.js';
import { failureFacts, type FailureFacts } from '../failure-facts.js';
import { turnInputProblem } from '../conversation/check-turn.js';
import { conversationWorkflowId, executionWorkflowId, turnWorkflowId } from '../ids.js';
import type { ExecutionInput, ExecutionResult } from '../messages.js';
import { refusal } from '../refusal.js';
import { runAgent, type AgentAnswer } from './run-agent.js';
import { showProgress } from './show-progress.js';

const { beginExecution, finishExecution } = proxyLocalActivities<ExecutionActivities>({
  startToCloseTimeout: '10s',
  retry: { initialInterval: '100ms', backoffCoefficient: 1.5, maximumInterval: '3s' },
});

/**
 * One run of one version of a flow. Completed, failed and cancelled ones all go through the same finish, which
 * cannot be cancelled; their status in Temporal is the one of their rows.
 */
export async function execution(input: ExecutionInput): Promise<ExecutionResult> {
  checkWorkflowId(() => expectedWorkflowId(input));
  try {
    showProgress({ phase: 'beginning' });
    const plan = await beginExecution.executeWithOptions({ summary: 'begin' }, [input]);
    if (plan.kind === 'ended' && plan.status !== 'completed')
      throw refusal('Execution.Ended', `This execution ran before and is ${plan.status}`);
    const answer = plan.kind === 'ended' ? undefined : await runAgent(plan);
    return await finish('completed', answer);
  } catch (error) {
    const facts = failureFacts(error);
    await CancellationScope.nonCancellable(() =>
      finish(facts.isCancelled ? 'cancelled' : 'failed', undefined, facts),
    );
    if (isCancellation(error)) throw error;
    throw ApplicationFailure.create({ type: facts.type, message: facts.message, nonRetryable: true });
  }
}

async function finish(
  status: 'completed' | 'failed' | 'cancelled',
  answer: AgentAnswer | undefined,
  facts?: FailureFacts,
): Promise<ExecutionResult> {
  const outcome = await finishExecution.executeWithOptions({ summary: `finish: ${status}` }, [
    {
      status,
      ...answer,
      ...(status === 'failed' && { errorType: facts?.type, errorMessage: facts?.message }),
    },
  ]);
  // Somebody may have settled it before, as when its conversation was terminated: then that stands.
  if (status === 'completed' && outcome.status !== status)
    throw refusal('Execution.Ended', `This execution was settled before it ended: it is ${outcome.status}`);
  showProgress({ phase: status, usage: outcome.usage });
  return { executionId: workflowInfo().workflowId, preview: outcome.preview, usage: outcome.usage };
}

/** A turn belongs to its conversation: started by anybody else it fails, even under the right id. */
function expectedWorkflowId(input: ExecutionInput): string {
  const { workflowId, parent } = workflowInfo();
  if (typeof input !== 'object' || input === null) throw new Error('The input is not an object');
  if ('turnId' in input) {
    const conversationId = conversationWorkflowId(input);
    if (parent?.workflowId !== conversationId)
      throw new Error(
        `A turn's execution is started by its conversation '${conversationId}' alone: send it a message`,
      );
    return turnWorkflowId(conversationId, input.turnId);
  }
  const problem = turnInputProblem({ text: input.text });
  if (problem !== undefined) throw new Error(problem);
  const overspent = input.budget == null ? undefined : budgetProblem(input.budget);
  if (overspent !== undefined) throw new Error(overspent);
  // The same rules as for the user of a conversation.
  if (input.user !== undefined) conversationWorkflowId({ flow: input.flow, user: input.user });
  const prefix = executionWorkflowId(input.flow, 'x').slice(0, -1);
  const own = workflowId.startsWith(prefix) ? workflowId.slice(prefix.length) : '';
  return own === '' || own.includes('/') ? `${prefix}<id>` : workflowId;
}
