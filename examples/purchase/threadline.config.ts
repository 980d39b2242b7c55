import { approval, chat, custom, defineConfig, defineFlow, manual, reply, switchOn } from 'threadline';
import { orderNode } from './order-node.js';

const purchase = defineFlow({
  slug: 'purchase',
  name: 'Purchase',
  nodes: {
    chat: chat(),
    start: manual(),
    ask: approval({
      prompt: "Order '{{ trigger.text }}'? Answer yes or no.",
      expiresSeconds: 24 * 60 * 60,
      onRefusal: 'continue',
    }),
    decide: switchOn({
      rules: [{ field: 'ask.outcome', operator: 'equals', value: 'confirmed', route: 'confirmed' }],
      fallback: true,
    }),
    order: custom('order', { item: '{{ trigger.text }}' }),
    ordered: reply({
      text: 'Ordered: {{ order.item }} for {{ order.price }} euros, number {{ order.number }}.',
      data: '{{ order }}',
    }),
    failed: reply({ text: 'Nothing was ordered: {{ order.error }}.' }),
    refused: reply({
      text: "{% if ask.outcome == 'expired' %}Nobody answered in time, so nothing{% else %}Nothing{% endif %} was ordered.",
    }),
  },
  edges: [
    ['chat', 'ask'],
    ['start', 'ask'],
    ['ask', 'decide'],
    ['decide', 'order', { route: 'confirmed' }],
    ['decide', 'refused', { route: '__other__' }],
    ['order', 'ordered'],
    ['order', 'failed', { on: 'error' }],
  ],
});

export default defineConfig({ flows: [purchase], nodes: [orderNode] });
