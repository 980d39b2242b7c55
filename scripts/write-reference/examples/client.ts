import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { connect } from '../../../index.js';
import { client, conversation, support } from './shared.js';
import { example } from './example.js';

const key = { flow: 'support', user: 'ada' };

example('ConnectOptions.temporal', async () => {
  await connect({ temporal: { address: 'temporal.example:7233', tls: true } });
});
example('ConnectOptions.namespace', async () => {
  await connect({ namespace: 'chats' });
});
example('ConnectOptions.databaseUrl', async () => {
  await connect({ databaseUrl: 'postgres://reader@db.example/threadline' });
});
example('ConnectOptions.taskQueue', async () => {
  await connect({ taskQueue: 'threadline-eu' });
});
example('ConnectOptions.trajectoryFolder', async () => {
  await connect({ trajectoryFolder: '/srv/trajectories' });
});
example('ConnectOptions.timeoutMs', async () => {
  await connect({ timeoutMs: 5_000 });
});
example('ConnectOptions.encryption', async () => {
  await connect({ encryption: { keys: { file: '/run/secrets/threadline-keys.json' } } });
});
example('ConnectOptions.user', async () => {
  const own = await connect({ user: 'ada' });
  await own.executions.list();
});
example('ConnectOptions.actor', async () => {
  await connect({ actor: 'support-desk:grace' });
});
example('ConnectOptions.via', async () => {
  await connect({ actor: 'grace', via: 'command' });
});
example('Threadline.conversation', async () => {
  const { text } = await client.conversation({ flow: 'support', user: 'ada' }).ask('Where is my order?');
  console.log(text);
});
example('Threadline.executions', async () => {
  const running = await client.executions.list({ status: 'running' });
  console.log(running.length);
});
example('Threadline.close', async () => {
  const client = await connect();
  await client.close();
});
example('ConversationKey.flow', () => {
  client.conversation({ flow: 'support', user: 'ada' });
});
example('ConversationKey.user', () => {
  client.conversation({ flow: 'support', user: 'ada' });
});
example('ConversationKey.channel', () => {
  client.conversation({ ...key, channel: 'order-7' });
});
example('ConversationKey.thread', () => {
  client.conversation({ ...key, thread: 'aside' });
});
example('ConversationHandle.workflowId', () => {
  console.log(`temporal workflow show --workflow-id ${conversation.workflowId}`);
});
example('ConversationHandle.ask', async () => {
  const { text } = await conversation.ask({ text: 'Where is my order?', turnId: 'mail-4711' });
  console.log(text);
});
example('ConversationHandle.submit', async () => {
  const { turnId } = await conversation.submit('In French, please', { whileRunning: 'steer' });
  console.log(turnId);
});
example('ConversationHandle.stream', async () => {
  const { turnId } = await conversation.submit('Tell me a story');
  for await (const event of conversation.stream(turnId))
    if (event.type === 'text-delta') process.stdout.write(event.text);
});
example('ConversationHandle.history', async () => {
  const { messages, next } = await conversation.history({ limit: 20 });
  console.log(messages[0]?.text, next);
});
example('ConversationHandle.summaries', async () => {
  const { summaries } = await conversation.summaries({ limit: 5 });
  console.log(summaries);
});
example('ConversationHandle.standing', async () => {
  const requests = await conversation.standing();
  console.log(requests);
});
example('ConversationHandle.share', async () => {
  const { token } = await conversation.share({ days: 7 });
  console.log(`https://chat.example.com/studio/#/shared/${token}`);
});
example('ConversationHandle.sharedLinks', async () => {
  const [link] = await conversation.sharedLinks();
  console.log(link?.id, link?.expiresAt);
});
example('ConversationHandle.revokeLink', async () => {
  for (const { id } of await conversation.sharedLinks()) await conversation.revokeLink(id);
});
example('Threadline.shared', async () => {
  const chat = await client.shared('tls_…');
  console.log(chat?.title, chat?.messages.length);
});
example('ConversationHandle.trajectory', async () => {
  const { agents } = await conversation.trajectory({ last: 1 });
  console.log(agents);
});
example('ConversationHandle.cancel', async () => {
  const { turnId, status } = await conversation.cancel();
  console.log(turnId, status);
});
example('ConversationHandle.clear', async () => {
  await conversation.clear();
});
example('ConversationHandle.close', async () => {
  await conversation.close();
});
example('ConversationHandle.status', async () => {
  const status = await conversation.status();
  console.log(status?.queued);
});
example('ConversationHandle.openThread', async () => {
  const aside = await conversation.openThread({ message: 4 });
  await aside.ask('What does that word mean?');
});
example('ConversationHandle.thread', async () => {
  await conversation.thread('aside').ask('And this one?');
});
example('ConversationHandle.threads', async () => {
  const tree = await conversation.threads();
  console.log(tree);
});
example('ConversationHandle.deleteThread', async () => {
  await conversation.deleteThread('aside');
});
example('ConversationHandle.delete', async () => {
  await conversation.delete();
});
example('ConversationHandle.rename', async () => {
  const title = await conversation.rename('Order 7');
  console.log(title);
});
example('ConversationHandle.flatten', async () => {
  const messages = await conversation.flatten();
  console.log(messages.length);
});
example('ConversationHandle.merge', async () => {
  const { text } = await conversation.merge({ format: 'bullets' });
  console.log(text);
});
example('Message.text', async () => {
  await conversation.ask({ text: 'Where is order 7?' });
});
example('Message.parts', async () => {
  const picture = new Uint8Array(await readFile('cat.png'));
  await conversation.ask({
    parts: [
      { type: 'text', text: 'What is this?' },
      { type: 'image', image: picture },
    ],
  });
});
example('Message.output', async () => {
  const { object } = await conversation.ask({ text: 'Oslo?', output: z.object({ country: z.string() }) });
  console.log(object.country);
});
example('Message.data', async () => {
  await conversation.ask({ text: 'Where is it?', data: { order: 4711 } });
});
example('Message.turnId', async () => {
  await conversation.ask({ text: 'Where is order 7?', turnId: 'mail-1' });
});
example('Message.timeoutMs', async () => {
  await conversation.ask({ text: 'Where is order 7?', timeoutMs: 120_000 });
});
example('SendOptions.whileRunning', async () => {
  await conversation.submit('In metric units, please', { whileRunning: 'steer' });
});
example('SendOptions.priority', async () => {
  await conversation.submit('And now?', { priority: 2 });
});
example('SendOptions.past', async () => {
  await conversation.submit('And now?', { past: [{ role: 'user', text: 'Hello' }] });
});
example('SendOptions.callerTools', async () => {
  const once = client.conversation({ flow: 'assistant', user: 'ada', channel: `once:${randomUUID()}` });
  const inputSchema = { type: 'object', properties: { city: { type: 'string' } } };
  const tools = [{ name: 'weather', description: 'The weather of a city', inputSchema }];
  await once.submit('How is it in Rome?', { callerTools: { tools, rounds: [] } });
});
example('OpenThread.message', async () => {
  await conversation.openThread({ message: 4 });
});
example('OpenThread.start', async () => {
  await conversation.openThread({ message: 4, start: 10, end: 42 });
});
example('OpenThread.end', async () => {
  await conversation.openThread({ message: 4, start: 10, end: 42 });
});
example('OpenThread.id', async () => {
  await conversation.openThread({ message: 4, id: 'aside' });
});
example('OpenThread.timeoutMs', async () => {
  await conversation.openThread({ message: 4, timeoutMs: 5_000 });
});
example('MergeOptions.format', async () => {
  await conversation.merge({ format: 'structured' });
});
example('MergeOptions.instruction', async () => {
  await conversation.merge({ format: 'custom', instruction: 'Write minutes with decisions first.' });
});
example('MergeOptions.model', async () => {
  await conversation.merge({ model: 'openai:gpt-5-mini' });
});
example('MergeOptions.maxCharacters', async () => {
  await conversation.merge({ maxCharacters: 50_000 });
});
example('MergeOptions.id', async () => {
  await conversation.merge({ id: 'minutes-2026-11' });
});
example('MergeOptions.timeoutMs', async () => {
  await conversation.merge({ timeoutMs: 120_000 });
});
example('Threadline.conversations', async () => {
  const { conversations, next } = await client.conversations({ user: 'ada', limit: 100 });
  console.log(conversations[0]?.title);
  if (next !== null) await client.conversations({ user: 'ada', limit: 100, before: next });
});

example('Threadline.findKey', async () => {
  console.log((await client.findKey('tl_3f9c0a1b2d4e_…'))?.user);
});

example('Threadline.flows', async () => {
  for (const { slug, name } of await client.flows()) console.log(slug, name);
});

example('Threadline.flowVersions', async () => {
  console.log(await client.flowVersions.list('support'));
});

example('FlowVersions.list', async () => {
  const [newest] = await client.flowVersions.list('support');
  console.log(newest?.version, newest?.isDraft);
});

example('FlowVersions.get', async () => {
  const { definition } = await client.flowVersions.get('support', { version: 3 });
  console.log(definition.nodes.length);
});

example('FlowVersions.check', async () => {
  const { problems } = await client.flowVersions.check(support);
  for (const { node, field, message } of problems) console.log(node, field, message);
});

example('FlowVersions.parts', async () => {
  const { tools } = await client.flowVersions.parts();
  for (const { name } of tools) console.log(name);
});
example('FlowVersions.publish', async () => {
  const { version } = await client.flowVersions.publish(support);
  console.log(version);
});

example('FlowVersions.tryDraft', async () => {
  const { executionId } = await client.flowVersions.tryDraft(support, { text: 'Hello', user: 'ada' });
  console.log(executionId);
});

example('Threadline.search', async () => {
  for (const { flow, title, text } of await client.search('invoice plumber', { user: 'ada' }))
    console.log(flow, title, text);
});
example('Threadline.health', async () => {
  const { models, waiting } = await client.health();
  for (const { model, calls, failed, firstTokenMs } of models)
    console.log(model, calls, failed, firstTokenMs?.p95);
  console.log(waiting.queued, 'messages wait');
});

example('Threadline.actingAs', async () => {
  const read = client.actingAs('ada');
  console.log(await read.executions.list({ user: 'bob' }));
});

example('Threadline.forUser', async () => {
  const ada = client.forUser('ada');
  console.log(await ada.conversations());
});

example('Threadline.upload', async () => {
  const file = await client.upload(await readFile('receipt.png'), { user: 'ada', filename: 'receipt.png' });
  console.log(file);
});
example('Threadline.download', async () => {
  const { content, mediaType } = await client.download(`upload:${'0'.repeat(64)}`, { user: 'ada' });
  console.log(mediaType, content.length);
});
example('Threadline.forget', async () => {
  console.log(await client.forget('ada'));
});
