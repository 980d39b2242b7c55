import type { FlowPlan, NodePlan } from '../../protocol/activities/execution.js';
import { readTraits } from '../kinds/traits.js';
import { startSchedule } from '../scheduler/start-schedule.js';
import { stepBase } from './step-blocks.js';

export interface FirstCall {
  nodeId: string;
  step: number;
  /** Without tools, so the agent must answer. */
  isLast: boolean;
}

export function findFirstCall(plan: FlowPlan): FirstCall | undefined {
  const { start } = startSchedule(plan, plan.trigger);
  const [run] = start;
  const node = plan.nodes.find(({ id }) => id === run?.nodeId);
  if (!run || !node || start.length > 1 || !beginsWithCall(node)) return undefined;
  return {
    nodeId: run.nodeId,
    step: stepBase(run.run) + (node.placed ?? 0) + 1,
    isLast: node.maxSteps === 1,
  };
}

function beginsWithCall({ kind, model, queues }: NodePlan): boolean {
  const { work } = readTraits(kind);
  return (
    model !== undefined && (work === 'calls' || work === 'calls-then-evaluation') && (queues?.pre ?? 0) === 0
  );
}
