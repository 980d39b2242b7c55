import { agent, chat, defineFlow, type FlowDefinition } from 'threadline';

/** The model is a parameter, so that tests can pass a scripted one. */
export function assistant(model: string): FlowDefinition {
  return defineFlow({
    slug: 'assistant',
    name: 'Assistant',
    description: 'Answers questions about orders of a shop.',
    examples: ['Where is order A-17?', 'What can you do?'],
    nodes: {
      chat: chat(),
      answer: agent({
        model,
        system:
          'You are the assistant of a shop. Answer briefly. Look up orders before you speak about them.',
        tools: ['look_up_order'],
      }),
    },
    edges: [['chat', 'answer']],
  });
}
