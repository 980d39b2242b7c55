import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, categorizer, chat, merge, switchOn } from '../../flow/kinds/node-kinds.js';

export const TRIAGE_EDGES = [
  ['chat', 'sort'],
  ['sort', 'route'],
  ['route', 'billing', { route: 'billing' }],
  ['route', 'technical', { route: 'technical' }],
  ['billing', 'join'],
  ['technical', 'join'],
] as const;

export function triageFlow(model: string) {
  return defineFlow({ slug: 'triage', name: 'Triage', nodes: triageNodes(model), edges: TRIAGE_EDGES });
}

export function triageNodes(model: string) {
  return {
    chat: chat(),
    sort: categorizer({ model, categories: [{ name: 'billing' }, { name: 'technical' }] }),
    route: switchOn({
      rules: [
        { field: 'sort.category', operator: 'equals', value: 'billing', route: 'billing' },
        { field: 'sort.category', operator: 'equals', value: 'technical', route: 'technical' },
      ],
    }),
    billing: agent({ model, system: 'You are billing.' }),
    technical: agent({ model, system: 'You are technical.' }),
    join: merge(),
  };
}
