import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { aspect, base, cannot, checkErrors, finish, key, picture, same } from './common.mjs';

export async function checkAiSdk({ sdk, packageName, createModel, lacks = {} }) {
  const { generateText, jsonSchema, Output, stepCountIs, streamText, tool } = sdk;
  const model = (name = 'assistant', options = {}) =>
    createModel({ name, baseURL: base, apiKey: key, headers: {}, ...options });
  const ask = (prompt, options = {}) =>
    generateText({
      model: model(),
      maxRetries: 0,
      ...(Array.isArray(prompt) ? { messages: prompt } : { prompt }),
      ...options,
    });
  const check = (name, work) => aspect(name, () => (lacks[name] ? cannot(lacks[name]) : work()));

  await check('text', async () => same((await ask('Say hello')).text, 'Hello, Ada.'));
  await check('stream', async () => {
    let text = '';
    for await (const piece of streamText({ model: model(), prompt: 'Say hello' }).textStream) text += piece;
    same(text, 'Hello, Ada.');
  });
  await check('memory', async () => {
    const messages = [{ role: 'user', content: 'My name is Ada.' }];
    const first = await ask(messages);
    messages.push(...(first.response?.messages ?? first.responseMessages), {
      role: 'user',
      content: 'What is my name?',
    });
    same((await ask(messages)).text, 'Ada.');
  });
  await check('tools', async () => {
    const inputSchema = jsonSchema({
      type: 'object',
      properties: { a: { type: 'integer' }, b: { type: 'integer' } },
    });
    const add = tool({ description: 'Adds.', inputSchema, execute: async ({ a, b }) => a + b });
    const { text, steps } = await ask('Add up', { tools: { add }, stopWhen: stepCountIs(5) });
    same([text, steps.length], ['Three.', 4]);
  });
  await check('approval', async () => {
    const careful = model('careful', { headers: { 'x-threadline-conversation': randomUUID() } });
    const { text, providerMetadata } = await ask('Wipe it', { model: careful });
    if (!text.includes('wipe')) throw new Error(text);
    const openai = { previousResponseId: providerMetadata?.openai?.responseId };
    same((await ask('yes', { model: careful, providerOptions: { openai } })).text, 'Wiped.');
  });
  await check('structured', async () => {
    const output = Output.object({ schema: z.object({ city: z.string() }) });
    same((await ask('Where is the Colosseum? Answer in JSON.', { output })).output, { city: 'Rome' });
    const any = Output.json();
    same((await ask('Where is the Colosseum? Answer in JSON.', { output: any })).output, { city: 'Rome' });
  });
  await check('image', async () => {
    const file = { type: 'file', mediaType: 'image/png', data: Buffer.from(picture, 'base64') };
    const content = [{ type: 'text', text: 'What is in the picture?' }, file];
    same((await ask([{ role: 'user', content }])).text, 'A sky.');
  });
  await check('stop', async () => {
    const stopped = new AbortController();
    const { textStream } = streamText({
      model: model(),
      prompt: 'Count slowly',
      abortSignal: stopped.signal,
    });
    for await (const piece of textStream) if (piece) break;
    stopped.abort();
  });
  await aspect('resume', () =>
    cannot('a stream has no id by which it could be read again; `useChat` resumes'),
  );
  await checkErrors((text, { model: name, ...options }) => ask(text, { model: model(name, options) }));
  finish(packageName);
}
