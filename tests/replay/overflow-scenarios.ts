import { fault, text } from '../../packages/testing/model-server/index.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { both, conversationOf, type Scenario } from './scenarios.js';

const TOO_LONG = fault.status(400, { message: 'Your input exceeds the context window of this model.' });

export const OVERFLOW_SCENARIOS: Record<string, Scenario> = {
  'retry-and-overflow': async (system) => {
    const conversation = await chatOf(system);
    system.model.reply(fault.status(503), TOO_LONG, text('In short.'), text('ok'));
    return both(system, await conversation.ask('hi'));
  },
  'overflow-until-it-fits': async (system) => {
    const conversation = await chatOf(system);
    system.model.reply(TOO_LONG, TOO_LONG, text('ok'));
    return both(system, await conversation.ask('hi'));
  },
};

async function chatOf(system: TestSystem) {
  const conversation = conversationOf(system);
  for (const topic of ['rivers', 'stones', 'birds']) {
    system.model.reply(text('Noted.'));
    await conversation.ask(`Note this about ${topic}. `.repeat(40));
  }
  return conversation;
}
