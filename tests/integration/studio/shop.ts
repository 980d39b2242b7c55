import { z } from 'zod';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import {
  agent,
  chat,
  code,
  loop,
  manual,
  model,
  reply,
  subflow,
  template,
} from '../../../flow/kinds/node-kinds.js';
import { fault, text, toolCalls, type ModelRequest } from '../../../packages/testing/model-server/index.js';
import { isSummaryRequest } from '../summaries/fixtures/summary-harness.js';

const MODEL = 'openai:gpt-5-mini';

const support = defineFlow({
  slug: 'support',
  name: 'Support assistant',
  description: 'Answers questions about orders, parcels and returns.',
  examples: ['Where is order 1042?', 'How do I return a chair?', 'Refund the lamp of order 1040'],
  history: { messages: 6, summaries: { inline: false, minTokens: 0 } },
  nodes: {
    chat: chat(),
    assistant: agent({
      model: MODEL,
      system: 'You are the assistant of a furniture shop. Look orders up before you speak of them.',
      tools: ['look_up_order', 'track_parcel', 'refund', 'transfer'],
      extraConfig: { contextWindow: 32_000 },
    }),
  },
  edges: [['chat', 'assistant']],
});

const check = defineFlow({
  slug: 'supplier-check',
  name: 'Check one supplier',
  nodes: {
    start: manual(),
    look: agent({
      model: MODEL,
      prompt: 'Were the deliveries of {{ trigger.text }} late?',
      tools: ['list_deliveries'],
    }),
    found: reply({ text: '{{ look.output }}' }),
  },
  edges: [
    ['start', 'look'],
    ['look', 'found'],
  ],
});

const review = defineFlow({
  slug: 'supplier-review',
  name: 'Supplier review',
  description: 'Checks each supplier, and writes a report.',
  nodes: {
    chat: chat(),
    plan: model({
      model: MODEL,
      system: 'List the suppliers in the request, one a line.',
      extraConfig: { conversationMemory: false },
    }),
    suppliers: code({ expression: String.raw`return plan.output.split('\n');` }),
    each: loop({ over: '{{ suppliers.output }}', parallel: 3, onError: 'continue' }),
    supplier: template({ template: '{{ loop.item }}' }),
    check: subflow({
      flow: 'supplier-check',
      extraConfig: { inputSource: 'node_output', sourceNodeId: 'supplier' },
    }),
    write: model({
      model: MODEL,
      prompt: 'Summarize: {% for finding in each.results %}- {{ finding }}\n{% endfor %}',
      extraConfig: { conversationMemory: false },
    }),
  },
  edges: [
    ['chat', 'plan'],
    ['plan', 'suppliers'],
    ['suppliers', 'each'],
    ['each', 'supplier', { on: 'item' }],
    ['supplier', 'check'],
    ['check', 'each', { on: 'next' }],
    ['each', 'write'],
  ],
});

const payment = z.object({ order: z.string(), amount: z.number().min(0), note: z.string().optional() });
export const SHOP_TOOLS = [
  defineTool({
    name: 'look_up_order',
    description: 'Looks an order up by its number',
    input: z.object({ order: z.string() }),
    execute: ({ order }) => ({
      order,
      items: ['Oak table', 'Desk lamp'],
      status: 'shipped',
      parcel: 'NF-88120',
    }),
  }),
  defineTool({
    name: 'track_parcel',
    description: 'Returns the last place of a parcel',
    input: z.object({ parcel: z.string() }),
    execute: ({ parcel }) => ({ parcel, place: 'Hamburg depot', expected: 'Tuesday' }),
  }),
  defineTool({
    name: 'list_deliveries',
    description: 'Lists the deliveries of a supplier',
    input: z.object({ supplier: z.string(), limit: z.int().max(100).default(20) }),
    execute: ({ supplier }) => ({ supplier, late: supplier.length, onTime: 12 }),
  }),
  defineTool({
    name: 'refund',
    description: 'Refunds an amount of an order',
    input: payment,
    approve: {
      by: 'staff',
      message: ({ input: { amount, order } }) => `Refund ${amount} EUR for order ${order}?`,
      expiresMs: 86_400_000,
    },
    execute: () => 'refunded',
  }),
  defineTool({
    name: 'transfer',
    description: 'Transfers money to a supplier',
    input: payment,
    approve: { by: 'staff', quorum: 2 },
    execute: () => 'transferred',
  }),
];

export const ANSWER = `Order **1042** left our warehouse and is on its way:

| Item | Status |
| --- | --- |
| Oak table | in parcel NF-88120 |
| Desk lamp | in parcel NF-88120 |

The parcel is at the *Hamburg depot* and arrives on **Tuesday**. You can follow it with:

\`\`\`sh
curl https://parcels.example/NF-88120
\`\`\`

> Deliveries take three to five days.`;

const WIDE_ANSWER = `| Supplier | Deliveries | Late | Average delay | Worst delay |
| --- | --- | --- | --- | --- |
| Nordfracht Logistics | 22 | 10 | 2.4 days | 9 days |

https://suppliers.example/reports/${'quarter-3-'.repeat(12)}

\`\`\`sh
curl https://suppliers.example/reports/${'quarter-3-'.repeat(12)}
\`\`\``;

export const SHOP_FLOWS = [support, review, check];

export function answerRequest(request: ModelRequest) {
  const { text: asked, messages } = request;
  const results = messages
    .slice(messages.findLastIndex(({ role }) => role === 'user'))
    .filter(({ role }) => role === 'tool');
  if (isSummaryRequest(request))
    return text(
      '[Topic: Furniture] The user asked about oak tables, delivery times, returns and desk lamps.',
    );
  if (asked.includes('Read the scanned invoice'))
    return fault.status(400, { message: 'The image format is not supported' });
  if (asked.includes('1042') && results.length === 0)
    return toolCalls([{ name: 'look_up_order', arguments: { order: '1042' } }]);
  if (asked.includes('1042') && results.length === 1)
    return toolCalls([{ name: 'track_parcel', arguments: { parcel: 'NF-88120' } }]);
  if (asked.includes('1042')) return text(ANSWER);
  if (asked.includes('Refund order'))
    return toolCalls([{ name: 'refund', arguments: { order: '1040', amount: 89 } }], {
      text: 'The lamp arrived broken, and the customer sent a photo.',
    });
  if (asked.includes('Transfer'))
    return toolCalls([
      { name: 'transfer', arguments: { order: 'B-2', amount: 12_000, note: 'Supplier invoice 2026-118' } },
    ]);
  if (asked.startsWith('Were the deliveries') && results.length === 0)
    return toolCalls([
      { name: 'list_deliveries', arguments: { supplier: /of (\w+) late/.exec(asked)?.[1] ?? '' } },
    ]);
  if (asked.startsWith('Were the deliveries')) return text('8 of 20 deliveries were late.', { delayMs: 40 });
  if (asked.startsWith('Which of Nordfracht')) return text('Nordfracht\nBelgoTrans\nAlpina', { delayMs: 20 });
  if (asked.startsWith('Summarize'))
    return text('Nordfracht was late most often: 10 of 22 deliveries.', { delayMs: 60 });
  if (asked.startsWith('Compare')) return text(WIDE_ANSWER);
  if (asked.includes('depot')) return text('About 290 km, a day by truck.');
  return text('Yes. Ask for the details of any item, and I will look them up for you.');
}
