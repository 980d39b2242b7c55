import { FLOW_LIMITS } from '../../../flow/schema/flow-limits.js';
import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import type { EvaluatedNode, NodeSettlement } from '../../../protocol/activities/nodes.js';
import type { Database } from '../../../store/database.js';
import { endNodeOutput, findWaitLeftMs, insertNodeOutput } from '../../../store/nodes/node-outputs.js';
import type { Scope } from '../../sandbox/load-scope.js';
import type { NodeAtWork } from '../open-node.js';
import { toSandboxTurn } from '../../sandbox/sandbox-turn.js';
import { evaluateOnce, loadNodeScope, orNodeFailure, type NodeToEvaluate } from './evaluator.js';

export function evaluateWait(work: NodeToEvaluate<'wait'>): Promise<EvaluatedNode> {
  const { db, row } = work;
  return evaluateOnce(work, {
    first: async () => {
      const scope = await loadNodeScope(work);
      const ms = await orNodeFailure(() => readPause(work, scope));
      await insertNodeOutput(db, {
        ...row,
        status: 'waiting',
        output: { waited_seconds: ms / 1_000 },
        waitsMs: ms,
      });
      return { kind: 'wait', ms };
    },
    again: async ({ status }) =>
      status === 'success' ? { kind: 'done' } : { kind: 'wait', ms: await findWaitLeftMs(db, row) },
  });
}

export async function settleWait(db: Database, { row }: NodeAtWork): Promise<NodeSettlement> {
  await endNodeOutput(db, { ...row, status: 'success' });
  return { kind: 'done' };
}

async function readPause(work: NodeToEvaluate<'wait'>, scope: Scope): Promise<number> {
  const given = work.node.config.seconds;
  const seconds = toSeconds(
    typeof given === 'string'
      ? await computeInTurn({ kind: 'template', template: given, scope }, toSandboxTurn(work))
      : given,
  );
  if (!(seconds >= 0 && seconds <= FLOW_LIMITS.seconds))
    throw new Error(
      `'${String(given).slice(0, 100)}' is not a valid time to wait: it must be 0 to ${FLOW_LIMITS.seconds} seconds`,
    );
  return Math.round(seconds * 1_000);
}

/** Rejects null and empty text, which JavaScript would convert to zero. */
function toSeconds(value: unknown): number {
  if (typeof value === 'string' && value.trim() !== '') return Number(value);
  return typeof value === 'number' ? value : Number.NaN;
}
