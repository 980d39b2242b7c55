import { client, conversation } from './shared.js';
import { example } from './example.js';

example('ConversationHandle.withdraw', async () => {
  const [request] = await conversation.standing();
  if (request) await conversation.withdraw(request);
});
example('ConversationHandle.memoryUses', async () => {
  const { calls, standing } = await conversation.memoryUses();
  for (const { seq, calls: sent } of standing) console.log(`message ${seq}: ${sent} of ${calls} calls`);
});
example('Threadline.memories', async () => {
  console.log(await client.memories.list({ user: 'ada' }));
});
example('Memories.list', async () => {
  const { memories } = await client.memories.list({ user: 'ada', search: 'language' });
  for (const { key, value } of memories) console.log(key, value);
});
example('Memories.delete', async () => {
  await client.memories.delete({ kind: 'fact', key: 'language' }, { user: 'ada' });
});
