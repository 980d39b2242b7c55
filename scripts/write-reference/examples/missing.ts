import { agent, approval, categorizer, chat, defineFlow, reply, switchOn, template } from '../../../index.js';
import { example } from './example.js';

const MODEL = 'openai:gpt-5-mini';
const nodes = { start: chat(), answer: agent({ model: MODEL }) };
const base = { slug: 'support', name: 'Support', nodes, edges: [['start', 'answer']] } as const;

example('Flow.missing', () => {
  defineFlow({ ...base, missing: 'empty' });
});
example('call.missing', () => {
  agent({ model: MODEL, system: 'You help {{ trigger.data.name }}.', missing: 'empty' });
});
example('categorizer.missing', () => {
  categorizer({
    model: MODEL,
    categories: [{ name: 'refund' }, { name: 'other' }],
    input: '{{ trigger.data.subject }} {{ trigger.text }}',
    missing: 'empty',
  });
});
example('switch.missing', () => {
  // Without an offer no plan equals an empty text, so the fallback is taken.
  const rule = { field: 'trigger.data.plan', value: '{{ trigger.data.offer }}', route: 'same' } as const;
  switchOn({ rules: [{ ...rule, operator: 'equals' }], fallback: true, missing: 'empty' });
});
example('template.missing', () => {
  template({ template: 'To: {{ trigger.data.name }}', missing: 'keep' });
});
example('approval.missing', () => {
  approval({ prompt: 'Pay {{ trigger.data.amount }}? {{ trigger.data.note }}', missing: 'empty' });
});
example('reply.missing', () => {
  reply({ text: 'Thank you {{ trigger.data.name }}', missing: 'empty' });
});
