import { hasTrait } from '../../flow/kinds/traits.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { DEFAULT_MAX_STEPS, type AgentStep } from '../../flow/kinds/agent.js';
import { titleStep } from '../../protocol/queued-steps.js';
import type { FlowNode } from '../../flow/kinds/flow-node.js';
import { agentConfig, callsModel } from '../../flow/kinds/model-node.js';
import { SPAWN_TOOL } from '../nodes/spawn/spawn-tool.js';
import type { PlacedRounds } from './place-caller-rounds.js';
import type { FlowPlan, NodePlan } from '../../protocol/activities/execution.js';

export function toFlowPlan(flow: FlowDefinition, trigger: string, placed?: PlacedRounds): FlowPlan {
  const nodes = flow.nodes.map(toPlannedNode);
  return {
    trigger,
    nodes: nodes.map((node) => (node.id === placed?.nodeId ? { ...node, placed: placed.count } : node)),
    edges: flow.edges,
  };
}

function toTitle(step: AgentStep): string {
  return titleStep(typeof step === 'string' ? step : `call ${step.tool}`);
}

function toPlannedNode(node: FlowNode): NodePlan {
  const { id, kind } = node;
  if (callsModel(node)) {
    const {
      model,
      fallbacks,
      maxSteps = DEFAULT_MAX_STEPS,
      tools = [],
      queues: { pre = [], post = [] } = {},
    } = agentConfig(node);
    const hasSteps = pre.length + post.length > 0;
    return {
      id,
      kind,
      model,
      ...(fallbacks && { fallbacks }),
      maxSteps,
      ...(tools.includes(SPAWN_TOOL) && { spawns: true }),
      ...(hasSteps && {
        queues: {
          pre: pre.length,
          post: post.length,
          titles: { pre: pre.map(toTitle), post: post.map(toTitle) },
        },
      }),
    };
  }
  if (hasTrait(node, 'repeats')) {
    const { parallel = 1, onError = 'stop', delaySeconds: delay } = node.config;
    return {
      id,
      kind,
      loop: { parallel, onError },
      ...(delay !== undefined && { delayMs: delay * 1_000 }),
    };
  }
  return { id, kind };
}
