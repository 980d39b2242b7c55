import { randomUUID } from 'node:crypto';
import OpenAI from 'openai';
import { aspect, base, citySchema, checkErrors, finish, key, pictureUrl, same } from './common.mjs';

const client = new OpenAI({ apiKey: key, baseURL: base, maxRetries: 0 });
const add = {
  type: 'function',
  function: {
    name: 'add',
    parameters: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } },
  },
};

const ask = (content, { api = client, model = 'assistant', headers, ...options } = {}) =>
  api.chat.completions.create(
    { model, messages: Array.isArray(content) ? content : [{ role: 'user', content }], ...options },
    { headers },
  );
const said = async (...args) => (await ask(...args)).choices[0].message.content;

await aspect('text', async () => same(await said('Say hello'), 'Hello, Ada.'));
await aspect('stream', async () => {
  let text = '';
  for await (const { choices } of await ask('Say hello', { stream: true }))
    text += choices[0]?.delta.content ?? '';
  same(text, 'Hello, Ada.');
});
await aspect('memory', async () => {
  const headers = { 'x-threadline-conversation': randomUUID() };
  await said('My name is Ada.', { headers });
  same(await said('What is my name?', { headers }), 'Ada.');
  const conversation = (await client.conversations.create()).id;
  await client.responses.create({ model: 'assistant', input: 'My name is Ada.', conversation });
  const again = await client.responses.create({
    model: 'assistant',
    input: 'What is my name?',
    conversation,
  });
  same(again.output_text, 'Ada.');
});
await aspect('tools', async () => {
  const runner = client.chat.completions.runTools({
    model: 'assistant',
    messages: [{ role: 'user', content: 'Add up' }],
    tools: [
      {
        type: 'function',
        function: { ...add.function, parse: JSON.parse, function: ({ a, b }) => String(a + b) },
      },
    ],
  });
  same(await runner.finalContent(), 'Three.');
  same(runner.messages.filter(({ role }) => role === 'tool').length, 3);
});
await aspect('approval', async () => {
  const options = { model: 'careful', headers: { 'x-threadline-conversation': randomUUID() } };
  const question = await said('Wipe it', options);
  if (!question.includes('wipe')) throw new Error(question);
  same(await said('yes', options), 'Wiped.');
});
await aspect('structured', async () => {
  const schema = { name: 'city', schema: citySchema, strict: true };
  for (const response_format of [{ type: 'json_schema', json_schema: schema }, { type: 'json_object' }])
    same(JSON.parse(await said('Where is the Colosseum? Answer in JSON.', { response_format })), {
      city: 'Rome',
    });
  const text = { format: { type: 'json_schema', ...schema } };
  const response = await client.responses.parse({
    model: 'assistant',
    input: 'Where is the Colosseum?',
    text,
  });
  same(response.output_parsed, { city: 'Rome' });
});
await aspect('image', async () =>
  same(
    await said([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is in the picture?' },
          { type: 'image_url', image_url: { url: pictureUrl } },
        ],
      },
    ]),
    'A sky.',
  ),
);
await aspect('stop', async () => {
  for await (const { choices } of await ask('Count slowly', { stream: true }))
    if (choices[0]?.delta.content) break;
  const { id } = await client.responses.create({
    model: 'assistant',
    input: 'Count slowly',
    background: true,
  });
  same((await client.responses.cancel(id)).status, 'cancelled');
});
await aspect('resume', async () => {
  const events = [];
  const stream = await client.responses.create({
    model: 'assistant',
    input: 'Say hello',
    background: true,
    stream: true,
  });
  for await (const event of stream) events.push(event);
  const rest = [];
  const starting_after = events[1].sequence_number;
  for await (const event of await client.responses.retrieve(events[0].response.id, {
    stream: true,
    starting_after,
  }))
    rest.push(event);
  // A repeated stream may split the text differently.
  same(rest[0].sequence_number, starting_after + 1);
  same(rest.at(-1).response.output.at(-1).content[0].text, 'Hello, Ada.');
});
await checkErrors((text, { model, headers, ...options }) =>
  ask(text, { api: client.withOptions(options), model, headers }),
);
finish('openai');
