import type { RunPlan } from '../../protocol/activities/execution.js';

/** Recorded by versions in which a flow was one agent. */
interface SingleAgentPlan {
  nodeId: string;
  model: string;
  maxSteps: number;
  heartbeatTimeoutMs: number;
}

const TRIGGER = 'chat';

/** Accepts the plan of any version. */
export function toPlan(begun: RunPlan | SingleAgentPlan): RunPlan {
  if ('nodes' in begun) return begun;
  const { nodeId, model, maxSteps, heartbeatTimeoutMs } = begun;
  return {
    trigger: TRIGGER,
    nodes: [
      { id: TRIGGER, kind: 'chat' },
      { id: nodeId, kind: 'agent', model, maxSteps },
    ],
    edges: [{ from: TRIGGER, to: nodeId }],
    heartbeatTimeoutMs,
  };
}
