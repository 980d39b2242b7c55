import type { WorkflowHandle } from '@temporalio/client';
import { gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { ONE_OFF_PREFIX } from '../../protocol/one-off.js';
import type { TestSystem } from '../../packages/testing/test-system.js';
import { png } from '../integration/fixtures/pictures.js';
import type { Scenario } from './scenarios.js';

const CAT = png(64, 48, 'cat');
const OUTPUT = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };

export const MESSAGE_SCENARIOS: Record<string, Scenario> = {
  parts: async (system) => {
    const { conversation, handle } = await openConversation(system);
    system.model.reply(text('a cat'), text('and a text'), text('welcome'));
    const { executionId } = await conversation.ask([
      { type: 'text', text: 'What is this?' },
      { type: 'image', image: CAT },
    ]);
    const data = Buffer.from('The cat is called Tom.').toString('base64');
    const signal = (part: object, turnId: string) =>
      handle.signal('postTurn', { parts: [{ type: 'text', text: 'And this?' }, part], turnId });
    await signal({ type: 'image', image: 'bm8gcGljdHVyZQ==' }, 'refused');
    await signal({ type: 'file', data, mediaType: 'text/plain' }, 'inline');
    await conversation.ask('Thanks.');
    return { conversation: handle, execution: system.temporal.workflow.getHandle(executionId) };
  },

  'signals-that-cancel-nothing': async (system) => {
    const { conversation, handle } = await openConversation(system);
    const running = gated('a ', 'story');
    system.model.reply(running);
    const { turnId } = await conversation.submit('Tell me a story.');
    await running.started;
    await handle.signal('cancelTurn', []);
    await handle.signal('cancelTurn', { turn: turnId });
    running.release();
    await conversation.ask({ text: 'Tell me a story.', turnId });
    return { conversation: handle };
  },

  'signals-without-an-id': async (system) => {
    const { handle, conversation } = await openConversation(system);
    system.model.reply(text('one'), text('two'), text('three'));
    await handle.signal('postTurn', { text: 'again' });
    await handle.signal('postTurn', { text: 'again' });
    await handle.signal('clear', {});
    await conversation.ask('Thanks.');
    return { conversation: handle };
  },

  'signal-with-data-and-output': async (system) => {
    const { conversation, handle } = await openConversation(system);
    system.model.reply(text('Oslo'), text('{"city":"Oslo"}'), text('welcome'));
    const turn = { text: 'Where?', data: { order: 4711 }, output: OUTPUT, turnId: 'asked', colour: 'red' };
    await handle.signal('postTurn', turn);
    await conversation.ask('Thanks.');
    const execution = system.temporal.workflow.getHandle(`${conversation.workflowId}/turn/asked`);
    return { conversation: handle, execution };
  },

  'known-turn-ids': async (system) => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    system.model.reply(text('one'));
    const message = { text: 'hi', turnId: 'one' };
    await conversation.ask(message);
    await conversation.ask(message);
    await conversation.ask({ ...message, text: 'ho' }).catch(() => undefined);
    await handle.signal('postTurn', { ...message, text: 'hu' });
    await conversation.ask(message);
    return { conversation: handle };
  },

  'caller-tools': async (system) => {
    const channel = `${ONE_OFF_PREFIX}weather`;
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser(), channel });
    const weather = { name: 'weather', description: 'Of a city.', inputSchema: { type: 'object' } };
    const call = { id: 'a', name: 'weather', input: { city: 'Oslo' }, output: 'cold' };
    system.model.reply(toolCalls([{ id: 'b', name: 'weather', arguments: { city: 'Rome' } }]));
    const { executionId } = await conversation.ask('Where is it warm?', {
      callerTools: { tools: [weather], rounds: [{ text: '', calls: [call] }] },
    });
    return {
      conversation: system.temporal.workflow.getHandle(conversation.workflowId),
      execution: system.temporal.workflow.getHandle(executionId),
    };
  },
};

async function openConversation(system: TestSystem) {
  const user = system.newUser();
  const handle: WorkflowHandle = await system.temporal.workflow.start('conversation', {
    taskQueue: system.taskQueue,
    workflowId: `conversation/assistant/${user}`,
    args: [{ flow: 'assistant', user }],
  });
  return { handle, conversation: system.client.conversation({ flow: 'assistant', user }) };
}
