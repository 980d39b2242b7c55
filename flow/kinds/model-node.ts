import type {
  AgentConfig,
  AgentNode,
  CategorizerConfig,
  CategorizerNode,
  FlowDefinition,
  FlowNode,
  ModelNode,
} from '../definition.js';

/** A node whose work is model calls. */
export type ModelCallingNode = AgentNode | ModelNode | CategorizerNode;

/** Whether a node calls a model. */
export function callsModel(node: FlowNode): node is ModelCallingNode {
  return node.kind === 'agent' || node.kind === 'model' || node.kind === 'categorizer';
}

/** The node with this id, which must call a model. Throws where the flow has none: a programmer's error. */
export function modelNode(flow: FlowDefinition, nodeId: string): ModelCallingNode {
  const node = flow.nodes.find((candidate) => candidate.id === nodeId);
  if (node === undefined || !callsModel(node))
    throw new Error(`Flow '${flow.slug}' has no node '${nodeId}' that calls a model`);
  return node;
}

/** How the calls of a node are made, as an agent's settings: a model is an agent of one step without tools. */
export function agentConfig(node: ModelCallingNode): AgentConfig {
  switch (node.kind) {
    case 'agent':
      return node.config;
    case 'model':
      return { ...node.config, maxSteps: 1 };
    case 'categorizer':
      return {
        model: node.config.model,
        system: categorizerPrompt(node.config),
        ...(node.config.input !== undefined && { prompt: node.config.input }),
        maxSteps: 1,
        temperature: node.config.temperature ?? 0,
        extra_config: { ...node.config.extra_config, conversation_memory: false },
      };
  }
}

function categorizerPrompt({ categories, instructions }: CategorizerConfig): string {
  const list = categories.map(
    ({ name, description }) => `- ${name}${description === undefined ? '' : `: ${description}`}`,
  );
  return [
    'Name the category of the text that you are given. Answer with the name of one category and nothing else.',
    `Categories:\n${list.join('\n')}`,
    ...(instructions === undefined ? [] : [instructions]),
  ].join('\n\n');
}
