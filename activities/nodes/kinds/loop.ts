import type { FlowDefinition } from '../../../flow/definition.js';
import { loopBody } from '../../../flow/graph/loop-body.js';
import { computeInTurn } from '../../../flow/compute/compute-in-turn.js';
import { toItems } from '../../../flow/compute/to-items.js';
import { toStorable } from '../../../flow/values/to-storable.js';
import type { EvaluatedNode, NodeSettlement } from '../../../protocol/activities/nodes.js';
import type { Database } from '../../../store/database.js';
import { countLoopItems, openLoop } from '../../../store/nodes/loop-items.js';
import { endLoopOutput } from '../../../store/nodes/node-outputs.js';
import type { NodeAtWork } from '../open-node.js';
import { toSandboxTurn } from '../../sandbox/sandbox-turn.js';
import { evaluateOnce, loadNodeScope, orNodeFailure, type NodeToEvaluate } from './evaluator.js';

/** Tests cover loops up to this size. */
const MAX_ITEMS = 100_000;

export function evaluateLoop(work: NodeToEvaluate<'loop'>): Promise<EvaluatedNode> {
  const { db, row } = work;
  return evaluateOnce(work, {
    first: async () => {
      const items = await findItems(work);
      return { kind: 'loop', ...(await openLoop(db, { ...row, items: items.map(toStorable) })) };
    },
    again: async () => ({ kind: 'loop', total: await countLoopItems(db, row) }),
  });
}

async function findItems(work: NodeToEvaluate<'loop'>): Promise<readonly unknown[]> {
  const scope = await loadNodeScope(work);
  return orNodeFailure(async () => {
    const list = await computeInTurn(
      { kind: 'template', template: work.node.config.over, scope },
      toSandboxTurn(work),
    );
    const items = toItems(list);
    if (items.length > MAX_ITEMS)
      throw new Error(
        `The list has ${items.length} items; a loop accepts at most ${MAX_ITEMS}: split the list`,
      );
    return items;
  });
}

export async function settleLoop(db: Database, { row, flow }: NodeAtWork): Promise<NodeSettlement> {
  await endLoopOutput(db, {
    ...row,
    bodyNodes: [...loopBody(flow, row.nodeId)],
    resultNodes: listResultNodes(flow, row.nodeId),
  });
  return { kind: 'done' };
}

function listResultNodes({ edges }: FlowDefinition, loopId: string): string[] {
  return edges.filter(({ to, on }) => to === loopId && on === 'next').map(({ from }) => from);
}
