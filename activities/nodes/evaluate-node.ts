import { ApplicationFailure } from '@temporalio/common';
import type { FlowDefinition } from '../../flow/definition.js';
import type { CategorizerNode } from '../../flow/kinds/categorizer.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { nodeOrder } from '../../flow/graph/node-order.js';
import { parseCategory } from '../../flow/categories/parse-category.js';
import { stepBase } from '../../flow/execution/step-blocks.js';
import { toStorable } from '../../flow/values/to-storable.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import { findApproval, openApproval } from '../../store/nodes/approvals.js';
import type { ExecutionFacts } from '../../store/execution/load-execution.js';
import { countLoopItems, insertLoopItems } from '../../store/nodes/loop-items.js';
import { loadAnswerTexts } from '../../store/nodes/node-answers.js';
import { storeSpokenNode } from '../../store/nodes/store-spoken-node.js';
import {
  findNodeOutput,
  insertNodeOutput,
  loadNodeResults,
  type StoredNode,
} from '../../store/nodes/node-outputs.js';
import { outerIterations } from '../../flow/scheduler/outer-iterations.js';
import type { ActivityDependencies } from '../dependencies.js';
import { nodeFailure } from '../node-failure.js';
import { EVALUATORS, isEvaluated, type Evaluated, type EvaluatedKind } from './evaluators.js';
import { loadScope } from './load-scope.js';
import { namesIn } from './names-in.js';
import { openNode, type NodeAtWork } from './open-node.js';
import { createPrepareSubflow } from './prepare-subflow.js';
import type { EvaluatedNode, NodeRunInput } from '../../protocol/activities/nodes.js';

/**
 * Evaluates a node and stores what comes of it, once: looking again gives what was stored. Fails with `Node.Failed`
 * and a sentence for what cannot be evaluated.
 */
export function createEvaluateNode(dependencies: ActivityDependencies) {
  const { db, onPoint } = dependencies;
  const prepareSubflow = createPrepareSubflow(dependencies);

  return async function evaluateNode(input: NodeRunInput): Promise<EvaluatedNode> {
    await onPoint?.('evaluateNode.before');
    const work = await openNode(db, input);
    const result = await evaluate(work);
    await onPoint?.('evaluateNode.after');
    return result;
  };

  async function evaluate(work: NodeAtWork): Promise<EvaluatedNode> {
    const { node } = work;
    if (node.kind === 'categorizer') return categorize(work, node);
    if (node.kind === 'subflow') return prepareSubflow(work, node);
    if (!isEvaluated(node)) throw new Error(`Node '${node.id}' of kind '${node.kind}' is not evaluated`);
    const stored = await findNodeOutput(db, work);
    if (stored?.status === 'failed') throw failedBefore(stored.output);
    if (stored !== undefined) return again(work, { ...node, output: stored.output, status: stored.status });
    return store(work, await look(work, node));
  }

  async function look(
    { execution, flow, nodeId, iteration }: NodeAtWork,
    node: Extract<FlowNode, { kind: EvaluatedKind }>,
  ): Promise<Evaluated> {
    const at = { execution, flow, nodeId, iteration };
    const names = namesIn(node);
    const scope = await loadScope(db, { ...at, ...(names && { names }) });
    const before = node.kind === 'merge' ? await loadBefore(at) : {};
    try {
      // The table's function for a kind takes a node of that kind: the type cannot say so of a union.
      const evaluator = EVALUATORS[node.kind] as (look: object) => Evaluated | Promise<Evaluated>;
      return await evaluator({ node, scope, before });
    } catch (error) {
      throw nodeFailure('Node.Failed', error);
    }
  }

  async function store(work: NodeAtWork, evaluated: Evaluated): Promise<EvaluatedNode> {
    const { executionId, nodeId, iteration, run, node } = work;
    const row = { executionId, nodeId, iteration, run, kind: node.kind };
    switch (evaluated.kind) {
      case 'output': {
        const { message, route } = evaluated;
        const output = toStorable(evaluated.output);
        if (message === undefined || message.trim() === '')
          await insertNodeOutput(db, { ...row, status: 'success', output });
        else {
          const tokens = countMessageTokens({ role: 'assistant', content: message });
          await storeSpokenNode(db, { ...row, output, text: message, tokens });
        }
        return { kind: 'done', ...(route !== undefined && { route }) };
      }
      case 'loop':
        await insertLoopItems(db, { ...row, items: evaluated.items.map(toStorable) });
        await insertNodeOutput(db, { ...row, status: 'running' });
        return { kind: 'loop', total: evaluated.items.length };
      case 'wait':
        await insertNodeOutput(db, {
          ...{ ...row, status: 'waiting', output: { waited_seconds: evaluated.ms / 1_000 } },
          waitsUntil: new Date(Date.now() + evaluated.ms),
        });
        return { kind: 'wait', ms: evaluated.ms };
      case 'approval': {
        const { prompt, expiresMs } = evaluated;
        await openApproval(db, { ...row, prompt, expiresMs });
        await insertNodeOutput(db, { ...row, status: 'waiting' });
        return { kind: 'approval', ...(expiresMs !== undefined && { ms: expiresMs }) };
      }
    }
  }

  /** The same node once more, after a crash or a Continue-As-New: what was stored decides. */
  async function again(
    work: NodeAtWork,
    {
      kind,
      output,
      status,
      ...node
    }: { kind: EvaluatedKind; output: unknown; status: StoredNode['status']; config?: object },
  ): Promise<EvaluatedNode> {
    const fields = typeof output === 'object' && output !== null ? output : {};
    switch (kind) {
      case 'switch':
        return { kind: 'done', route: 'route' in fields ? (fields.route as string | null) : null };
      case 'loop':
        return { kind: 'loop', total: await countLoopItems(db, work) };
      case 'wait':
        if (status === 'success') return { kind: 'done' };
        return { kind: 'wait', ms: 'waited_seconds' in fields ? Number(fields.waited_seconds) * 1_000 : 0 };
      case 'approval': {
        const seconds =
          'config' in node ? (node.config as { expires_seconds?: number }).expires_seconds : undefined;
        const approval = await findApproval(db, work);
        if (approval === undefined)
          throw nodeFailure('Node.Failed', 'An approval that waits has no question');
        return {
          kind: 'approval',
          ...(seconds !== undefined && { ms: Math.round(seconds * 1_000) }),
          ...((approval.answer !== null || approval.status !== 'open') && { isAnswered: true as const }),
        };
      }
      default:
        return { kind: 'done' };
    }
  }

  /** The category that the model named; its call is the first of the run. */
  async function categorize(work: NodeAtWork, { config }: CategorizerNode): Promise<EvaluatedNode> {
    const { executionId, nodeId, iteration, run, execution } = work;
    const names = config.categories.map(({ name }) => name);
    const steps = await answeredSteps(execution, run);
    const answer = [...(await loadAnswerTexts(db, { executionId, steps })).values()].at(-1) ?? '';
    const category = parseCategory(answer, config);
    if (category === undefined)
      throw nodeFailure(
        'Node.NoCategory',
        `The model answered '${answer.slice(0, 200)}', which names none of the categories ${names.join(', ')}: set 'fallback', or say more in 'instructions'`,
      );
    await insertNodeOutput(db, {
      ...{ executionId, nodeId, iteration, run, kind: 'categorizer', status: 'success' },
      output: { category },
    });
    return { kind: 'done' };
  }

  /** The calls of a run that were answered. */
  async function answeredSteps(execution: ExecutionFacts, run: number): Promise<number[]> {
    const rows = await db
      .selectFrom('model_call')
      .select('step')
      .where('execution_id', '=', execution.id)
      .where('step', '>', stepBase(run))
      .where('step', '<=', stepBase(run + 1))
      .where('status', '=', 'completed')
      .where('purpose', '=', 'answer')
      .orderBy('step')
      .execute();
    return rows.map(({ step }) => step);
  }

  /** What the nodes gave whose edges lead here, in the flow's order; one that did not run gave nothing. */
  async function loadBefore(at: {
    execution: ExecutionFacts;
    flow: FlowDefinition;
    nodeId: string;
    iteration: string;
  }): Promise<Record<string, unknown>> {
    const { execution, flow, nodeId, iteration } = at;
    const before = new Set(flow.edges.filter(({ to }) => to === nodeId).map(({ from }) => from));
    const rows = await loadNodeResults(db, {
      ...{ executionId: execution.id, nodeIds: [...before] },
      iterations: outerIterations(iteration).slice(0, 1),
    });
    const outputs = new Map(rows.map((row) => [row.nodeId, row.output]));
    return Object.fromEntries(
      nodeOrder(flow)
        .filter((id) => outputs.has(id))
        .map((id) => [id, outputs.get(id)]),
    );
  }
}

/** A failure that the flow handles is stored before it is heard of: done again, it is the same failure. */
function failedBefore(output: unknown): ApplicationFailure {
  const { error, error_code: type } = (output ?? {}) as { error?: string; error_code?: string };
  return ApplicationFailure.create({
    type: type ?? 'Node.Failed',
    message: error ?? 'It failed before',
    nonRetryable: true,
  });
}
