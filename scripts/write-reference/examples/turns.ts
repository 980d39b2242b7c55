import { conversation } from './shared.js';
import { example } from './example.js';

example('ConversationHandle.unfinished', async () => {
  for (const turnId of await conversation.unfinished()) await conversation.cancel(turnId);
});
example('ConversationHandle.queued', async () => {
  for (const { state, text } of await conversation.queued()) console.log(state, text);
});
example('ConversationHandle.change', async () => {
  await conversation.change('mail-4711', { whileRunning: 'interrupt', text: 'Where is order 4712?' });
});
example('ConversationHandle.retry', async () => {
  const { turnId } = await conversation.retry();
  console.log(turnId);
});
example('ConversationHandle.regenerate', async () => {
  const { turnId } = await conversation.regenerate('mail-4711');
  console.log(turnId);
});
example('ConversationHandle.edit', async () => {
  await conversation.edit('mail-4711', 'Where is order 4712?');
});
example('ConversationHandle.branches', async () => {
  for (const { number, isCurrent, firstWords } of await conversation.branches())
    console.log(number, isCurrent, firstWords);
});
example('ConversationHandle.rate', async () => {
  await conversation.rate('mail-4711', 'good');
});
example('ConversationHandle.mark', async () => {
  await conversation.mark({ isPinned: true });
});
example('ConversationHandle.switchTo', async () => {
  await conversation.switchTo(0);
});
example('ConversationHandle.fork', async () => {
  const fork = await conversation.fork({ at: 'mail-4711', channel: 'another-way' });
  await fork.ask('And if I had paid by card?');
});
example('HistoryOptions.branch', async () => {
  await conversation.history({ branch: 1, limit: 20 });
});
example('ConversationHandle.drop', async () => {
  await conversation.drop('mail-4711');
});
example('ConversationHandle.restore', async () => {
  await conversation.restore('mail-4711');
});
