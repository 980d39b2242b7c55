import { ApplicationFailure, CancelledFailure } from '@temporalio/common';
import { SandboxBusyError } from '../../../flow/code/pool.js';
import type { ComputeRequest } from '../../../flow/compute/compute-in-turn.js';
import type { BuiltInNode } from '../../../flow/kinds/flow-node.js';
import type { EvaluatedKind } from '../../../flow/kinds/traits.js';
import { findReferences } from '../../../flow/templates/find-references.js';
import { toStorable } from '../../../flow/values/to-storable.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import type { EvaluatedNode } from '../../../protocol/activities/nodes.js';
import type { Database } from '../../../store/database.js';
import { findNodeOutput, insertNodeOutput, type StoredNode } from '../../../store/nodes/node-outputs.js';
import { storeSpokenNode } from '../../../store/nodes/store-spoken-node.js';
import type { NodeRegistry } from '../../../extend/nodes/node-registry.js';
import type { TrajectoryWrite } from '../../../trajectory/writes/trajectory-write.js';
import { nodeFailure } from '../../node-failure.js';
import { openOwnGraph } from '../open-own-graph.js';
import { loadScope, type Scope } from '../../sandbox/load-scope.js';
import { toSandboxTurn } from '../../sandbox/sandbox-turn.js';
import type { NodeAtWork } from '../open-node.js';
import { performAsked } from '../../../trajectory/writes/perform-asked.js';

export interface NodeToEvaluate<Kind extends EvaluatedKind> extends Omit<NodeAtWork, 'node'> {
  db: Database;
  approvers?: readonly string[] | undefined;
  node: BuiltInNode<Kind>;
  nodes: NodeRegistry;
}

/** Declared as methods, which are bivariant, so that the table can call any kind. */
export type Evaluator<Kind extends EvaluatedKind> = {
  evaluate(work: NodeToEvaluate<Kind>): Promise<EvaluatedNode>;
}['evaluate'];

export interface NodeResult {
  output: unknown;
  route?: string | null;
  message?: string;
  asked?: readonly unknown[];
}

export async function evaluateOnce<Kind extends EvaluatedKind>(
  { db, row }: NodeToEvaluate<Kind>,
  steps: {
    first: () => Promise<EvaluatedNode>;
    again: (stored: StoredNode) => EvaluatedNode | Promise<EvaluatedNode>;
  },
): Promise<EvaluatedNode> {
  const stored = await findNodeOutput(db, row);
  if (!stored) return steps.first();
  if (stored.status === 'failed') throw toStoredFailure(stored.output);
  return steps.again(stored);
}

export function evaluateAtOnce<Kind extends EvaluatedKind>({
  look,
  names,
  again = () => ({ kind: 'done' }),
}: {
  look: (node: BuiltInNode<Kind>, scope: Scope, request: ComputeRequest) => NodeResult | Promise<NodeResult>;
  names?: (node: BuiltInNode<Kind>) => readonly string[] | undefined;
  again?: (stored: StoredNode) => EvaluatedNode;
}): Evaluator<Kind> {
  return (work) =>
    evaluateOnce(work, {
      first: async () => {
        const scope = await loadNodeScope(work, names ? { names: names(work.node) } : undefined);
        const looked = await orNodeFailure(async () => {
          const result = await look(work.node, scope, toSandboxTurn(work));
          return { ...result, writes: writeAsked(work, result.asked) };
        });
        return storeResult(work, looked);
      },
      again,
    });
}

export function loadNodeScope<Kind extends EvaluatedKind>(
  { db, row, execution, flow, node }: NodeToEvaluate<Kind>,
  { names }: { names: readonly string[] | undefined } = { names: namesInTemplates(node) },
): Promise<Scope> {
  return loadScope(db, { ...row, execution, flow, names });
}

function namesInTemplates(node: object): readonly string[] {
  return 'config' in node ? findReferences(node.config) : [];
}

export async function orNodeFailure<Result>(evaluate: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await evaluate();
  } catch (error) {
    if (error instanceof CancelledFailure || error instanceof SandboxBusyError) throw error;
    throw nodeFailure('Node.Failed', error);
  }
}

function writeAsked(work: Pick<NodeAtWork, 'row' | 'execution'>, asked: readonly unknown[] = []) {
  if (asked.length === 0) return [];
  const writer = openOwnGraph(work);
  for (const one of asked) performAsked(writer, one);
  return writer.writes;
}

export async function storeResult<Kind extends EvaluatedKind>(
  { db, row }: NodeToEvaluate<Kind>,
  { output, message = '', route, writes }: NodeResult & { writes?: readonly TrajectoryWrite[] },
): Promise<EvaluatedNode> {
  const stored = { ...row, output: toStorable(output), writes };
  if (message.trim() === '') await insertNodeOutput(db, { ...stored, status: 'success' });
  else {
    const tokens = countMessageTokens({ role: 'assistant', content: message });
    await storeSpokenNode(db, { ...stored, text: message, tokens });
  }
  return { kind: 'done', route };
}

/** A repeated run handles the stored failure in the same way. */
function toStoredFailure(output: unknown): ApplicationFailure {
  const { error, error_code: type } = (output ?? {}) as { error?: string; error_code?: string };
  return ApplicationFailure.create({
    type: type ?? 'Node.Failed',
    message: error ?? 'The node failed in an earlier attempt',
    nonRetryable: true,
  });
}
