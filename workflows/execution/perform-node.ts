import { type ActivityOptions, CancellationScope, proxyActivities, sleep } from '@temporalio/workflow';
import type { LeftWork } from '../../protocol/activities/left-work.js';
import type {
  NodeActivities,
  NodeRunInput,
  EvaluatedNode,
  NodeSettlement,
} from '../../protocol/activities/nodes.js';
import type { NodePlan } from '../../protocol/activities/execution.js';
import { hasTools, readTraits } from '../../flow/kinds/traits.js';
import type { LoopClose } from '../../flow/scheduler/loop-close.js';
import type { NodeRun } from '../../flow/scheduler/node-run.js';
import type { FailureFacts } from '../../protocol/failure-facts.js';
import { refusal } from '../refusal.js';
import { fitSummary } from '../../protocol/summary-text.js';
import type { ExecutionState } from './execution-state.js';
import { refusedFailure } from './refused-failure.js';
import { refuseAnswer } from './questions.js';
import { runAgent } from './run-agent.js';
import { runChild } from './run-child.js';
import { placeWords } from './run-place.js';
import { runTeamWorkflow } from './run-team-workflow.js';
import { forgetDeadline, waitUntil } from './wait-until.js';
import {
  SETTLE_OPTIONS,
  STEP_OPTIONS,
  toMovedOptions,
  toTurnOptions,
  toWorkOptions,
} from '../activity-options.js';
import { rethrowUnlessMissing } from '../rethrow-unless-missing.js';
import type { NodeEnd } from '../../protocol/activities/nodes.js';
import { localActivities } from '../local-activities.js';

export type NodeOutcome =
  | { kind: 'succeeded'; route?: string | null }
  | { kind: 'loop-opened'; total: number }
  | { kind: 'refused'; outcome: 'cancelled' | 'expired' }
  | { kind: 'failed'; error: unknown };

const { evaluateNode } = localActivities<NodeActivities>(STEP_OPTIONS);
const { settleNode } = localActivities<NodeActivities>(SETTLE_OPTIONS);

export async function performNode(
  execution: ExecutionState,
  { node, run, loops }: { node: NodePlan; run: NodeRun; loops: ReadonlyMap<string, NodePlan> },
): Promise<NodeOutcome> {
  const delayMs = run.pausesFor === undefined ? 0 : (loops.get(run.pausesFor)?.delayMs ?? 0);
  if (delayMs > 0) await sleep(delayMs, { summary: fitSummary(`pause between items of ${run.pausesFor}`) });
  execution.board.begin(run);
  try {
    return await perform(execution, node, run);
  } finally {
    execution.board.end(run);
  }
}

async function perform(execution: ExecutionState, node: NodePlan, run: NodeRun): Promise<NodeOutcome> {
  const { work } = readTraits(node.kind);
  switch (work) {
    case 'project-code':
      await runCustomNode(execution, node, run);
      return { kind: 'succeeded' };
    case 'calls':
      await runCalls(execution, node, run);
      return { kind: 'succeeded' };
    case 'calls-then-evaluation':
      await runCalls(execution, node, run);
      return followUp(execution, run, await evaluate(execution, node, run));
    case 'evaluation':
      return followUp(execution, run, await evaluate(execution, node, run));
    case 'trigger':
      throw new Error(`Trigger '${node.id}' was scheduled, but triggers never run as nodes`);
  }
}

function runCalls(execution: ExecutionState, node: NodePlan, run: NodeRun): Promise<void> {
  if (node.model === undefined) throw new Error(`Node '${node.id}' of kind '${node.kind}' has no model`);
  return runAgent(execution, {
    ...toAgent(node, node.model),
    nodeId: run.nodeId,
    iteration: run.iteration,
    run: run.run,
  });
}

function toAgent(
  { kind, maxSteps = 1, spawns, fallbacks, placed, queues = NO_STEPS }: NodePlan,
  model: string,
) {
  return { model, fallbacks, maxSteps, spawns, placed, queues: hasTools(kind) ? queues : undefined };
}

const NO_STEPS = { pre: 0, post: 0 };

async function followUp(
  execution: ExecutionState,
  run: NodeRun,
  evaluated: Exclude<EvaluatedNode, { kind: 'regular-activity' }>,
): Promise<NodeOutcome> {
  switch (evaluated.kind) {
    case 'done':
      return { kind: 'succeeded', route: evaluated.route };
    case 'loop':
      return { kind: 'loop-opened', total: evaluated.total };
    case 'wait':
      await waitUntil(execution, run, { ms: evaluated.ms, summary: `${run.nodeId} waits` });
      await settle(run, { outcome: 'waited' });
      forgetDeadline(execution, run);
      return { kind: 'succeeded' };
    case 'approval':
      return execution.waitsFor.during(() => askPerson(execution, run, evaluated));
    case 'child': {
      const { executionId, flow, user } = evaluated;
      const failure = await runChild(execution, { executionId, flow, user, nodeId: run.nodeId });
      const settled = await settle(run, { outcome: 'child-ended', executionId, failure });
      if (settled.kind === 'failed') throw refusal(settled.errorType, settled.errorMessage);
      return { kind: 'succeeded' };
    }
    case 'workflow': {
      execution.board.note(run, `waits for Workflow ${evaluated.type}`);
      const result = await runTeamWorkflow(execution, { ...evaluated, nodeId: run.nodeId });
      const settled = await settle(run, { outcome: 'workflow-ended', result });
      if (settled.kind === 'failed') throw refusal(settled.errorType, settled.errorMessage);
      return { kind: 'succeeded' };
    }
  }
}

async function askPerson(
  execution: ExecutionState,
  run: NodeRun,
  { ms, isAnswered }: { ms?: number; isAnswered?: true },
): Promise<NodeOutcome> {
  const question = execution.questions.ask(run);
  if (isAnswered) question.isAnswered = true;
  execution.board.note(run, 'waits for an answer');
  let settled: NodeSettlement;
  do {
    const isExpired = await waitUntil(execution, run, {
      ms,
      summary: `${run.nodeId} waits for an answer`,
      isOver: () => question.isAnswered,
    });
    const { answer } = question;
    question.isAnswered = false;
    settled = await settle(run, { outcome: 'answered', answer, isExpired: isExpired || undefined });
    if (settled.kind === 'unanswered' && settled.forbidden !== undefined)
      refuseAnswer(question, { type: 'Approval.NotPermitted', message: settled.forbidden });
    // Repeats until an answer is valid, because anyone may send the Signal.
  } while (settled.kind === 'unanswered');
  if (settled.kind !== 'answered') throw new Error('A question was settled without an outcome');
  forgetDeadline(execution, run);
  question.isAnswered = true;
  const { outcome, ends, fails } = settled;
  question.outcome = outcome;
  if (outcome === 'confirmed') return { kind: 'succeeded' };
  if (fails) throw refusedFailure({ nodeId: run.nodeId, outcome });
  return ends ? { kind: 'refused', outcome } : { kind: 'succeeded' };
}

export async function closeLoop(
  execution: ExecutionState,
  { loop, failure }: { loop: LoopClose; failure: FailureFacts | undefined },
): Promise<NodeOutcome> {
  if (failure) throw refusal(failure.type, failure.message);
  execution.board.end(loop);
  await settle(loop, { outcome: 'loop-done' });
  return { kind: 'succeeded' };
}

export async function storeFailure({ run, facts }: { run: NodeRun; facts: FailureFacts }): Promise<void> {
  await settle(run, { outcome: 'failed', errorType: facts.type, errorMessage: facts.message });
}

async function runCustomNode(execution: ExecutionState, node: NodePlan, run: NodeRun): Promise<void> {
  const { heartbeatTimeoutMs } = execution;
  const summary = fitSummary(`${node.kind} ${placeWords(run)}`);
  const runBy = (options: ActivityOptions) =>
    proxyActivities<NodeActivities>(options).runNode.executeWithOptions({ summary }, [toInput(run)]);
  let left: LeftWork | null;
  try {
    left = await runBy(toWorkOptions(heartbeatTimeoutMs));
  } catch (error) {
    rethrowUnlessMissing(error);
    left = await runBy(toMovedOptions(heartbeatTimeoutMs));
  }
  if (left?.leavesWork) execution.leavesWork = true;
}

async function evaluate(execution: ExecutionState, node: NodePlan, run: NodeRun) {
  const summary = fitSummary(`${node.kind} ${placeWords(run)}`);
  const evaluated = await evaluateNode.executeWithOptions({ summary }, [toInput(run)]);
  if (evaluated.kind !== 'regular-activity') return evaluated;
  const regular = proxyActivities<NodeActivities>(toTurnOptions(execution.heartbeatTimeoutMs));
  const later = await regular.evaluateNode.executeWithOptions({ summary }, [toInput(run)]);
  if (later.kind === 'regular-activity')
    throw new Error(
      `Node '${node.id}' was deferred to a separate Activity twice; that Activity must wait for the sandbox itself`,
    );
  return later;
}

function settle(run: NodeRun, settlement: NodeEnd): Promise<NodeSettlement> {
  return CancellationScope.nonCancellable(() =>
    settleNode.executeWithOptions({ summary: fitSummary(`${placeWords(run)}: ${describeEnd(settlement)}`) }, [
      { ...toInput(run), ...settlement },
    ]),
  );
}

function describeEnd(end: NodeEnd): string {
  return end.outcome === 'child-ended' && end.failure ? 'child-failed' : end.outcome;
}

function toInput({ nodeId, iteration, run }: NodeRun): NodeRunInput {
  return { nodeId, iteration: iteration === '' ? undefined : iteration, run };
}
