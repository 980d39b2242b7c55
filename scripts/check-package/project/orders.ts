import type { AgentConfig, FlowDefinition } from 'threadline';

export function orders(model: string): FlowDefinition {
  const config: AgentConfig = { model, tools: ['look_up_order'] };
  return {
    slug: 'orders',
    name: 'Orders',
    nodes: [
      { id: 'chat', kind: 'chat' },
      { id: 'agent', kind: 'agent', config },
    ],
    edges: [{ from: 'chat', to: 'agent' }],
  };
}
