import type { FlowDefinition } from './definition.js';

export function assistantFlow(model: string): FlowDefinition {
  return {
    slug: 'assistant',
    name: 'Assistant',
    description: 'Answers questions, knows the time, and calculates.',
    examples: [
      'What time is it in Tokyo?',
      'What is 17.5 % of 2,340?',
      'Explain HTTP caching in five sentences.',
    ],
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
