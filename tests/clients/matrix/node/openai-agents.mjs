import { randomUUID } from 'node:crypto';
import {
  Agent,
  MemorySession,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
  tool,
} from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';
import { aspect, base, cannot, checkErrors, finish, key, pictureUrl, same } from './common.mjs';

setTracingDisabled(true);
const KINDS = [OpenAIResponsesModel, OpenAIChatCompletionsModel];
const add = tool({
  name: 'add',
  description: 'Adds.',
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});

function agent({
  kind = OpenAIResponsesModel,
  model = 'assistant',
  baseURL = base,
  apiKey = key,
  headers,
  ...options
} = {}) {
  const client = new OpenAI({ baseURL, apiKey, maxRetries: 0, defaultHeaders: headers });
  return new Agent({ name: 'Helper', model: new kind(client, model), ...options });
}
const said = async (text, options, more) => (await run(agent(options), text, more)).finalOutput;

await aspect('text', async () => {
  for (const kind of KINDS) same(await said('Say hello', { kind }), 'Hello, Ada.');
});
await aspect('stream', async () => {
  for (const kind of KINDS) {
    let text = '';
    for await (const piece of (await run(agent({ kind }), 'Say hello', { stream: true })).toTextStream())
      text += piece;
    same(text, 'Hello, Ada.');
  }
});
await aspect('memory', async () => {
  for (const kind of KINDS) {
    const session = new MemorySession();
    await said('My name is Ada.', { kind }, { session });
    same(await said('What is my name?', { kind }, { session }), 'Ada.');
  }
});
await aspect('tools', async () => {
  for (const kind of KINDS) same(await said('Add up', { kind, tools: [add] }), 'Three.');
});
await aspect('approval', async () => {
  const headers = { 'x-threadline-conversation': randomUUID() };
  const options = { kind: OpenAIChatCompletionsModel, model: 'careful', headers };
  const question = await said('Wipe it', options);
  if (!question.includes('wipe')) throw new Error(question);
  same(await said('yes', options), 'Wiped.');
});
await aspect('structured', async () => {
  const outputType = z.object({ city: z.string() });
  for (const kind of KINDS)
    same(await said('Where is the Colosseum?', { kind, outputType }), { city: 'Rome' });
});
await aspect('image', async () => {
  const content = [
    { type: 'input_text', text: 'What is in the picture?' },
    { type: 'input_image', image: pictureUrl },
  ];
  for (const kind of KINDS) same(await said([{ role: 'user', content }], { kind }), 'A sky.');
});
await aspect('stop', async () => {
  const stopped = new AbortController();
  const stream = await run(agent(), 'Count slowly', { stream: true, signal: stopped.signal });
  for await (const piece of stream.toTextStream()) if (piece) break;
  stopped.abort();
});
await aspect('resume', () => cannot('a run has no id by which its stream could be read again'));
await checkErrors(said);
finish('@openai/agents');
