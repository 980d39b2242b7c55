import { agent, chat, defineConfig, defineFlow } from 'threadline';

const support = defineFlow({
  slug: 'support',
  name: 'Support',
  nodes: {
    chat: chat(),
    answer: agent({
      model: process.env.THREADLINE_MODEL || 'offline:demo',
      prompt: 'You answer questions about orders. Answer briefly.',
    }),
  },
  edges: [['chat', 'answer']],
});

export default defineConfig({ flows: [support] });
