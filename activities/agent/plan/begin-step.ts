import { fillTemplate } from '../../sandbox/sandbox-turn.js';
import { ApplicationFailure } from '@temporalio/activity';
import type { FlowDefinition } from '../../../flow/definition.js';
import type { AgentStep } from '../../../flow/kinds/agent.js';
import { isShown } from '../../../flow/graph/is-shown.js';
import { agentConfig, modelNode } from '../../../flow/kinds/model-node.js';
import { findRun } from '../../../flow/execution/step-blocks.js';
import { findReferences } from '../../../flow/templates/find-references.js';
import { storableText } from '../../../flow/values/storable-text.js';
import { beginAgentStep, placeToolCall, reopenNode } from '../../../store/nodes/agent-steps.js';
import { loadExecution, type ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { ActivityDependencies } from '../../dependencies.js';
import { loadFlow } from '../../load-flow.js';
import { nodeFailure } from '../../node-failure.js';
import { loadScope } from '../../sandbox/load-scope.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { countContent } from '../call/to-trace-content.js';
import type { BeginStepInput, BeginStepResult } from '../../../protocol/activities/agent.js';
import { cutText } from '../../../context/plan/cut-text.js';
import { MAX_STEP_CHARACTERS } from '../../../protocol/queued-steps.js';

/** Idempotent. */
export function createBeginStep({ db }: ActivityDependencies) {
  return async function beginStep(input: BeginStepInput): Promise<BeginStepResult> {
    const { queue, ordinal, step, nodeId, iteration = '' } = input;
    const workflowId = callerWorkflowId();
    const execution = await loadExecution(db, workflowId);
    const { id: executionId } = execution;
    const row = { executionId, run: findRun(step), queue, ordinal, begunStep: step };
    if (queue === 'todo') {
      await beginAgentStep(db, row);
      if (ordinal > 0) await reopenNode(db, { ...row, nodeId, iteration });
      return {};
    }
    const flow = await loadFlow(db, execution.flowSlug, execution.flowVersion);
    const planned = plannedStep(flow, input);
    if (typeof planned === 'string') {
      const content = await render(planned, { execution, flow, nodeId, iteration });
      await beginAgentStep(db, { ...row, content });
      return {};
    }
    const { tool, input: given = {} } = planned;
    // The id is equal in each attempt, and no provider makes ids of this form.
    const toolCallId = `step_${queue}_${ordinal}`;
    const content = [{ type: 'tool-call' as const, toolCallId, toolName: tool, input: given }];
    await placeToolCall(db, {
      executionId,
      workflowId,
      step,
      nodeId,
      iteration,
      content,
      isShown: isShown(flow, nodeId),
      tokenCount: countContent(content).sent,
    });
    await beginAgentStep(db, row);
    return { tool };
  };

  async function render(
    template: string,
    at: { execution: ExecutionFacts; flow: FlowDefinition; nodeId: string; iteration: string },
  ): Promise<string> {
    const scope = await loadScope(db, { ...at, names: findReferences([template]) });
    const text = storableText(await fillTemplate({ template, scope }, at));
    if (text.trim() === '') throw nodeFailure('Node.Failed', new Error('The instruction is empty'));
    return cutInstruction(text);
  }
}

function plannedStep(flow: FlowDefinition, { queue, ordinal, nodeId }: BeginStepInput): AgentStep {
  const { queues } = agentConfig(modelNode(flow, nodeId));
  const planned = queue === 'todo' ? undefined : queues?.[queue]?.[ordinal - 1];
  if (planned === undefined)
    throw ApplicationFailure.nonRetryable(`Node '${nodeId}' has no step ${ordinal} in '${queue}'`);
  return planned;
}

/** Cuts the middle out of a long instruction, because every context includes all instructions in full. */
export function cutInstruction(text: string): string {
  if (text.length <= MAX_STEP_CHARACTERS) return text;
  const cut = cutText(text, {
    total: text.length,
    room: MAX_STEP_CHARACTERS,
    countText: ({ length }) => length,
    marker: (left) => `\n[… ${left} characters left out here …]\n`,
  });
  if (!cut) throw new Error('The limit of an instruction is smaller than the marker of its cut');
  return cut.text;
}
