import { chat, code, defineConfig, defineFlow, loop, manual, model } from 'threadline';
import { writeChunkExpression } from './write-chunk-expression.js';

const modelId = process.env.THREADLINE_MODEL || 'offline:demo';

const summarize = defineFlow({
  slug: 'long-document',
  name: 'Summary of a long document',
  nodes: {
    chat: chat(),
    start: manual(),
    chunks: code({ expression: writeChunkExpression('trigger.text') }),
    each: loop({ over: '{{ chunks.output }}', parallel: 8 }),
    summarize: model({
      model: modelId,
      prompt: `Write a summary of part {{ loop.index + 1 }} of {{ loop.total }} of a document: its facts, figures and names.

{{ loop.item }}`,
      maxOutputTokens: 300,
      extraConfig: { conversationMemory: false },
    }),
    reduce: model({
      model: modelId,
      prompt: `Write a summary of a document from the summaries of its parts, which follow in their order.

{{ each.results | join('\\n\\n') }}`,
      extraConfig: { conversationMemory: false },
    }),
  },
  edges: [
    ['chat', 'chunks'],
    ['start', 'chunks'],
    ['chunks', 'each'],
    ['each', 'summarize', { on: 'item' }],
    ['summarize', 'each', { on: 'next' }],
    ['each', 'reduce'],
  ],
});

export default defineConfig({ flows: [summarize] });
