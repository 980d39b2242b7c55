import type { FlowPlan } from '../../activities/execution/execution-plan.js';

/** What `beginExecution` returns for an execution that runs. */
export type BegunPlan = FlowPlan & { heartbeatTimeoutMs: number; isSearchable?: true };

/** The same as it was recorded when a flow was one agent. */
interface SingleAgentPlan {
  nodeId: string;
  model: string;
  maxSteps: number;
  heartbeatTimeoutMs: number;
}

const TRIGGER = 'chat';

/** The plan to walk, whichever version recorded it. */
export function toPlan(begun: BegunPlan | SingleAgentPlan): BegunPlan {
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
