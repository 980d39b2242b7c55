import { saysNothing } from '../../../flow/execution/execution-result.js';
import { toFailureOutput } from '../../../flow/execution/failure-output.js';
import type { SubflowConfig } from '../../../flow/kinds/subflow.js';
import { hasTrait } from '../../../flow/kinds/traits.js';
import { MAX_DEPTH } from '../../../flow/schema/flow-limits.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import type { EvaluatedNode, NodeSettlement } from '../../../protocol/activities/nodes.js';
import type { FailureFacts } from '../../../protocol/failure-facts.js';
import { subExecutionWorkflowId } from '../../../protocol/ids.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { insertSubExecutions } from '../../../store/execution/sub-executions.js';
import { findPinnedVersion, findFlowSlug } from '../../../store/flows/flows.js';
import { endNodeOutput, insertNodeOutput } from '../../../store/nodes/node-outputs.js';
import { storeSpokenNode } from '../../../store/nodes/store-spoken-node.js';
import { nodeFailure } from '../../node-failure.js';
import { callerWorkflowId } from '../../workflow-id.js';
import { readChildOutcome } from '../child-outcome.js';
import { countGivenTokens } from '../count-given-tokens.js';
import type { NodeAtWork } from '../open-node.js';
import type { NodeToEvaluate } from './evaluator.js';
import { mapInput, scopeText } from './subflow-input.js';

export async function evaluateSubflow(work: NodeToEvaluate<'subflow'>): Promise<EvaluatedNode> {
  const { db, row, execution, node } = work;
  checkDepth(execution);
  const target = await findTarget(db, node.config);
  if (!target) throw nodeFailure('Flow.NotFound', `Target flow not found${named(node.config)}`);
  const text = await scopeText(work);
  const data = await mapInput(work);
  const { nodeId, iteration } = row;
  const workflowId = subExecutionWorkflowId(callerWorkflowId(), { nodeId, iteration, ordinal: 1 });
  await insertNodeOutput(db, { ...row, status: 'running' });
  await insertSubExecutions(db, {
    parent: execution,
    children: [
      {
        workflowId,
        flowSlug: target.slug,
        flowVersion: target.version,
        triggerId: node.config.trigger ?? null,
        nodeId,
        user: execution.userId,
        text,
        data,
        givenTokens: countGivenTokens(text, data),
      },
    ],
  });
  return { kind: 'child', executionId: workflowId, flow: target.slug, user: execution.userId ?? '' };
}

function checkDepth({ depth }: ExecutionFacts): void {
  if (depth >= MAX_DEPTH)
    throw nodeFailure(
      'Flow.TooDeep',
      `Executions can be nested ${MAX_DEPTH} levels deep, and this one is at level ${depth}: end the recursion earlier`,
    );
}

async function findTarget(
  db: Database,
  { flow, flowId: id }: SubflowConfig,
): Promise<{ slug: string; version: number } | undefined> {
  for (const slug of [flow, id === undefined ? undefined : await findFlowSlug(db, id)]) {
    const current = slug === undefined ? undefined : await findPinnedVersion(db, slug);
    if (slug !== undefined && current) return { slug, version: current.version };
  }
  return undefined;
}

function named({ flow, flowId: id }: SubflowConfig): string {
  if (flow !== undefined) return `: there is no flow '${flow}'`;
  return id === undefined ? ": set 'flow' or 'flowId'" : `: there is no flow with the id ${id}`;
}

export async function settleSubflow(
  db: Database,
  { row, node }: NodeAtWork,
  { executionId, failure }: { executionId: string; failure?: FailureFacts },
): Promise<NodeSettlement> {
  const child = await readChildOutcome(db, { executionId, failure });
  const mayGoOn = hasTrait(node, 'runsFlow') && node.config.onCancelled === 'continue';
  if (child.kind === 'failed' && !(child.isCancelled && mayGoOn))
    return { kind: 'failed', errorType: child.errorType, errorMessage: child.path };
  const output = child.kind === 'failed' ? toFailureOutput(child) : child.result;
  // Later agents do not read the text of a failure or of a missing result.
  const isSilent = child.kind === 'failed' || child.result === null || saysNothing(child.result);
  const text = isSilent ? '' : child.text;
  if (text.trim() === '') await endNodeOutput(db, { ...row, output, status: 'success' });
  else {
    const tokens = countMessageTokens({ role: 'assistant', content: text });
    await storeSpokenNode(db, { ...row, output, text, tokens });
  }
  return { kind: 'done' };
}
