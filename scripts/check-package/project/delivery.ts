import { chat, code, custom, defineFlow, reply } from 'threadline';

export const delivery = defineFlow({
  slug: 'delivery',
  name: 'Delivery',
  nodes: {
    chat: chat(),
    number: code({ expression: String.raw`Number(trigger.text.match(/\d+/)?.[0] ?? 0)` }),
    estimate: custom('estimate_delivery', { id: '{{ number.output }}' }),
    found: reply({
      text: 'Order {{ number.output }} arrives in {{ estimate.days }} days.',
      data: '{{ estimate }}',
    }),
    unknown: reply({ text: 'Which order do you mean?' }),
  },
  edges: [
    ['chat', 'number'],
    ['number', 'estimate'],
    ['estimate', 'found'],
    ['estimate', 'unknown', { on: 'error' }],
  ],
});
