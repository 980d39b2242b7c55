import { agent, chat, defineConfig, defineFlow } from 'threadline';
import { lookUpOrder, returnItem } from './tools.js';

const model = process.env.THREADLINE_MODEL || 'offline:demo';

const system = `You are the assistant of a furniture shop. Answer briefly.
Look orders up before you speak of them. Before you return an item, make sure that the customer wants it.
When a customer tells you something lasting, such as a name or an address, remember it with memory_write.
Deliveries take three to five days. Items can be returned within 30 days.`;

const support = defineFlow({
  slug: 'support',
  name: 'Support assistant',
  nodes: {
    chat: chat(),
    assistant: agent({
      model,
      system,
      // The last three are built in and remember the user across conversations.
      tools: ['look_up_order', 'return_item', 'identify_user', 'memory_read', 'memory_write'],
    }),
  },
  edges: [['chat', 'assistant']],
});

export default defineConfig({ flows: [support], tools: [lookUpOrder, returnItem] });
