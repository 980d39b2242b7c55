import type { FlowDefinition } from './definition.js';

export function assistantFlow(model: string): FlowDefinition {
  return {
    slug: 'assistant',
    name: 'Assistant',
    nodes: [
      { id: 'chat', kind: 'chat' },
      {
        id: 'agent',
        kind: 'agent',
        config: {
          model,
          system: 'You are a helpful assistant. Answer briefly and plainly.',
          tools: ['current_time', 'calculate'],
        },
      },
    ],
    edges: [{ from: 'chat', to: 'agent' }],
  };
}
