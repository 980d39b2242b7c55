import { Context } from '@temporalio/activity';
import type { BuiltInNode, FlowNode } from '../../flow/kinds/flow-node.js';
import { isEvaluated, type EvaluatedKind } from '../../flow/kinds/traits.js';
import type { EvaluatedNode, NodeRunInput } from '../../protocol/activities/nodes.js';
import type { ActivityDependencies } from '../dependencies.js';
import { evaluateApproval } from './kinds/approval.js';
import { evaluateCategorizer } from './kinds/categorizer.js';
import { evaluateCode } from './kinds/code.js';
import type { Evaluator } from './kinds/evaluator.js';
import { evaluateFilter } from './kinds/filter.js';
import { evaluateLoop } from './kinds/loop.js';
import { evaluateMerge } from './kinds/merge.js';
import { evaluateReply } from './kinds/reply.js';
import { evaluateSubflow } from './kinds/subflow.js';
import { evaluateSwitch } from './kinds/switch.js';
import { evaluateTemplateNode } from './kinds/template.js';
import { evaluateWait } from './kinds/wait.js';
import { evaluateWorkflow } from './kinds/workflow.js';
import { withHeartbeat } from '../with-heartbeat.js';
import { openNode } from './open-node.js';
import { orTooLarge } from './or-too-large.js';
import { evaluateInTurn } from '../sandbox/sandbox-turn.js';

const EVALUATORS: { readonly [Kind in EvaluatedKind]: Evaluator<Kind> } = {
  categorizer: evaluateCategorizer,
  switch: evaluateSwitch,
  filter: evaluateFilter,
  merge: evaluateMerge,
  template: evaluateTemplateNode,
  code: evaluateCode,
  loop: evaluateLoop,
  wait: evaluateWait,
  approval: evaluateApproval,
  subflow: evaluateSubflow,
  workflow: evaluateWorkflow,
  reply: evaluateReply,
};

/** Idempotent. The local Activity leaves an evaluation that would wait to a regular one. */
export function createEvaluateNode({
  db,
  timing,
  onPoint,
  approvers,
  nodes,
}: Pick<ActivityDependencies, 'db' | 'timing' | 'onPoint' | 'approvers' | 'nodes'>) {
  return async function evaluateNode(input: NodeRunInput): Promise<EvaluatedNode> {
    if (Context.current().info.isLocal) return evaluate(input);
    const details = () => ({ phase: 'evaluating', nodeId: input.nodeId });
    return withHeartbeat({ everyMs: timing.heartbeatMs, details }, () => evaluate(input));
  };

  async function evaluate(input: NodeRunInput): Promise<EvaluatedNode> {
    await onPoint?.('evaluateNode.before');
    const work = await openNode(db, input);
    const { node } = work;
    if (!hasEvaluator(node)) throw new Error(`Node '${node.id}' of kind '${node.kind}' is not evaluated`);
    const evaluator: Evaluator<EvaluatedKind> = EVALUATORS[node.kind];
    const evaluated = await orTooLarge(node.id, () =>
      evaluateInTurn(work, () => evaluator({ ...work, node, db, approvers, nodes })),
    );
    await onPoint?.('evaluateNode.after');
    return evaluated;
  }
}

function hasEvaluator(node: FlowNode): node is BuiltInNode<EvaluatedKind> {
  return isEvaluated(node.kind);
}
