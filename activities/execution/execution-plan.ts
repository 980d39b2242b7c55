import type { FlowDefinition, FlowEdge } from '../../flow/definition.js';
import { DEFAULT_MAX_STEPS } from '../../flow/kinds/agent.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { agentConfig, callsModel } from '../../flow/kinds/model-node.js';
import type { GraphNode } from '../../flow/scheduler/graph.js';
import { SPAWN_TOOL } from '../nodes/spawn-tool.js';

/** A node as the Workflow needs to know it: its kind, and what decides what is done about it. */
export interface PlannedNode extends GraphNode {
  /** Of one that calls a model. */
  model?: string;
  maxSteps?: number;
  /** Its model may start sub-executions. */
  spawns?: true;
  /** How many steps it puts before and after its main loop; absent: none. */
  queues?: { pre: number; post: number };
  /** Pause between the items of a loop. */
  delayMs?: number;
}

/** The shape of a flow: no texts, so that an Event History holds none. */
export interface FlowPlan {
  /** The trigger that fired. */
  trigger: string;
  nodes: readonly PlannedNode[];
  edges: readonly FlowEdge[];
}

/** What the Workflow needs of a flow to walk it. */
export function toFlowPlan(flow: FlowDefinition, trigger: string): FlowPlan {
  return { trigger, nodes: flow.nodes.map(toPlannedNode), edges: flow.edges };
}

function toPlannedNode(node: FlowNode): PlannedNode {
  const { id, kind } = node;
  if (callsModel(node)) {
    const {
      model,
      maxSteps = DEFAULT_MAX_STEPS,
      tools = [],
      queues: { pre = [], post = [] } = {},
    } = agentConfig(node);
    const hasSteps = pre.length + post.length > 0;
    return {
      ...{ id, kind, model, maxSteps },
      ...(tools.includes(SPAWN_TOOL) && { spawns: true }),
      ...(hasSteps && { queues: { pre: pre.length, post: post.length } }),
    };
  }
  if (node.kind === 'loop') {
    const { parallel = 1, on_error: onError = 'stop', delay_seconds: delay } = node.config;
    return { id, kind, loop: { parallel, onError }, ...(delay !== undefined && { delayMs: delay * 1_000 }) };
  }
  return { id, kind };
}
