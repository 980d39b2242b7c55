import type { AgentNode, FlowDefinition } from './definition.js';

/** The node with this id, which must be an agent. Throws where the flow has none: a programmer's error. */
export function agentNode(flow: FlowDefinition, nodeId: string): AgentNode {
  const node = flow.nodes.find((candidate) => candidate.id === nodeId);
  if (node?.kind !== 'agent') throw new Error(`Flow '${flow.slug}' has no agent node '${nodeId}'`);
  return node;
}

/**
 * The agent node that a flow of one agent runs. The scheduler that walks whole graphs takes this place.
 * Throws a sentence naming the flow when it has no agent or more than one.
 */
export function singleAgentNode(flow: FlowDefinition): AgentNode {
  const agents = flow.nodes.filter((node): node is AgentNode => node.kind === 'agent');
  const [only] = agents;
  if (only === undefined || agents.length > 1)
    throw new Error(`Flow '${flow.slug}' has ${agents.length} agent nodes; exactly one can be run`);
  return only;
}
