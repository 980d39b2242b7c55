import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { assistantFlow } from '../../../flow/default-flow.js';
import { gated, text } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { serveGateway, type ServedGateway } from './serve-gateway.js';

let system: TestSystem;
let gateway: ServedGateway;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [assistantFlow(SCRIPTED_MODEL)] });
  gateway = await serveGateway(system);
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
});

const model = 'assistant';
const hello = [{ role: 'user' as const, content: 'hello' }];
const clientOf = (user: string): OpenAI =>
  new OpenAI({ apiKey: user, baseURL: `${gateway.url}/v1`, maxRetries: 0 });

describe('instructions by openai for Node', () => {
  test('instructions along previous_response_id -> sent only with their own request, a branch and a retry included', async () => {
    const user = system.newUser();
    const { responses } = clientOf(user);
    system.model.reply(...['a', 'b', 'c', 'd'].map((said) => text(said)));
    const ask = (input: string, instructions: string | null, previous?: { id: string }) =>
      responses.create({ model, input, instructions, previous_response_id: previous?.id });
    const sent = () => {
      const messages = JSON.stringify(system.model.requests.at(-1)!.messages);
      return ['Be terse.', 'Be rude.', 'Be kind.'].flatMap((one) =>
        messages
          .split(one)
          .slice(1)
          .map(() => one),
      );
    };
    const first = await ask('One', 'Be terse.');
    expect(sent()).toEqual(['Be terse.']);
    const second = await ask('Two', 'Be rude.', first);
    expect(sent()).toEqual(['Be rude.']);
    await ask('Three', null, second);
    expect(sent()).toEqual([]);
    await ask('Another two', 'Be kind.', first);
    expect(sent()).toEqual(['Be kind.']);
    const conversation = system.client.conversation({ flow: model, user, channel: first.conversation!.id });
    const { messages } = await conversation.history();
    expect(messages.map((message) => message.text)).toEqual(['d', 'Another two', 'a', 'One']);
    system.model.reply(text('e'));
    const { turnId } = await conversation.regenerate(messages[1]!.turnId);
    for await (const { type } of conversation.stream(turnId)) if (type === 'done') break;
    expect(sent()).toEqual(['Be kind.']);
  });
});

describe('fields of other servers and built-in tools', () => {
  test('sampling fields of vLLM, llama.cpp and Ollama, whole and streamed -> answered, with a warning that names them', async () => {
    const { completions } = clientOf(system.newUser()).chat;
    system.model.reply(text('One.'), text('Two.'));
    const asked = { model: 'assistant', messages: hello, min_p: 0.1, repetition_penalty: 1.1 };
    const whole = await completions.create(asked).withResponse();
    expect(whole.data.choices[0]!.message.content).toBe('One.');
    const streamed = await completions.create({ ...asked, stream: true }).withResponse();
    for await (const chunk of streamed.data) expect(chunk.object).toBe('chat.completion.chunk');
    for (const { response } of [whole, streamed])
      expect(response.headers.get('x-threadline-warning')).toMatch(/^Ignored: min_p, repetition_penalty\./);
    const typo = completions.create({ ...asked, min_q: 1 } as typeof asked);
    await expect(typo).rejects.toMatchObject({ status: 400, param: 'min_q' });
  });

  test('metadata of a chat completion, whole and streamed -> not kept, with a warning', async () => {
    const { completions } = clientOf(system.newUser()).chat;
    system.model.reply(text('One.'), text('Two.'), text('Three.'));
    const asked = { model: 'assistant', messages: hello, store: true, metadata: { order: '4711' } };
    const whole = await completions.create(asked).withResponse();
    const streamed = await completions.create({ ...asked, stream: true }).withResponse();
    for await (const chunk of streamed.data) expect(chunk.object).toBe('chat.completion.chunk');
    for (const { response } of [whole, streamed])
      expect(response.headers.get('x-threadline-warning')).toMatch(/^Ignored: metadata\. .* send a response/);
    const empty = await completions.create({ ...asked, metadata: {} }).withResponse();
    expect(empty.response.headers.get('x-threadline-warning')).toBeNull();
  });

  test.each([
    ['web_search', /'web_search' is not supported: the flow decides where it searches/],
    ['code_interpreter', /'code_interpreter' is not supported: a flow does not run code/],
    ['something_new', /'something_new' is not supported: only 'function' tools are/],
  ])('a built-in tool %s -> 400 with its name and the reason', async (type, message) => {
    const { responses } = clientOf(system.newUser());
    const tools = [{ type } as unknown as OpenAI.Responses.FunctionTool];
    const asked = responses.create({ model: 'assistant', input: 'hi', tools });
    await expect(asked).rejects.toMatchObject({
      status: 400,
      param: 'tools.0.type',
      message: expect.stringMatching(message),
    });
  });
});

describe('items and metadata by openai for Node', () => {
  test('NUL and half a character in items and metadata, an empty Idempotency-Key -> removed, 400, treated as no key', async () => {
    const { conversations, chat } = clientOf(system.newUser());
    const { id } = await conversations.create({ items: [{ role: 'user', content: 'a\u0000b\ud83d' }] });
    const { data } = await conversations.items.list(id);
    expect(JSON.stringify(data)).toContain('a\ufffdb\ufffd');
    for (const metadata of [{ 'a\u0000': 'x' }, { a: '\ud83d' }] as Record<string, string>[])
      await expect(conversations.create({ metadata })).rejects.toMatchObject({ status: 400 });
    for (const content of ['One', 'Two']) {
      system.model.reply(text('Yes.'));
      const headers = { 'Idempotency-Key': '' };
      const asked = chat.completions.create({ model, messages: [{ role: 'user', content }] }, { headers });
      expect((await asked).object).toBe('chat.completion');
    }
  });

  test('items given with a new conversation and added to it -> listed, deleted, and the past of its first response', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id } = await conversations.create({ items: [{ role: 'user', content: 'I am Ada' }] });
    const call = { type: 'function_call' as const, call_id: 'c1', name: 'look', arguments: '{"at":"Oslo"}' };
    const { data } = await conversations.items.create(id, {
      items: [
        { role: 'assistant', content: 'Hello Ada.' },
        call,
        { type: 'function_call_output', call_id: 'c1', output: 'cold' },
        { role: 'user', content: 'a typo' },
      ],
    });
    expect(data).toMatchObject([
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello Ada.' }] },
      call,
      { type: 'function_call_output', output: 'cold' },
      { type: 'message', content: [{ type: 'input_text', text: 'a typo' }] },
    ]);
    await conversations.items.delete(data.at(-1)!.id!, { conversation_id: id });
    const listed = [];
    for await (const item of conversations.items.list(id, { order: 'asc', limit: 2 })) listed.push(item);
    expect(listed.map(({ type }) => type)).toEqual([
      'message',
      'message',
      'function_call',
      'function_call_output',
    ]);
    expect(await conversations.items.retrieve(listed[2]!.id!, { conversation_id: id })).toEqual(listed[2]);

    system.model.reply(text('Ada.'), text('Still Ada.'));
    await responses.create({ model, conversation: id, input: 'Who am I?' });
    const sent = JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(sent).toMatch(/I am Ada.*Hello Ada\..*look\(.*Oslo.*cold.*Who am I\?/);
    expect(sent).not.toContain('a typo');
    await responses.create({ model, conversation: id, input: 'And now?' });
    expect(JSON.stringify(system.model.requests.at(-1)!.messages).split('I am Ada')).toHaveLength(2);
  });

  test('items added between responses -> listed in order, in the next context and in later ones', async () => {
    const user = system.newUser();
    const { conversations, responses } = clientOf(user);
    const { id: conversation } = await conversations.create();
    const listTexts = async () => {
      const texts = [];
      for await (const item of conversations.items.list(conversation, { order: 'asc' }))
        texts.push(item.type === 'message' ? item.content.map((part) => 'text' in part && part.text) : item);
      return texts.flat();
    };
    system.model.reply(text('Hello.'), text('Paris and Oslo.'), text('Yes, Oslo.'));
    const first = await responses.create({ model, conversation, input: 'Hi' });
    const { data } = await conversations.items.create(conversation, {
      items: [
        { role: 'user', content: 'I live in Paris.' },
        { role: 'assistant', content: 'Noted.' },
        { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{"at":"Oslo"}' },
        { type: 'function_call_output', call_id: 'c1', output: 'cold' },
        { role: 'user', content: 'And in Oslo.' },
      ],
    });
    const added = [
      'I live in Paris.',
      'Noted.',
      `[Tool call 'c1': look({"at":"Oslo"})]`,
      "[Result of tool call 'c1': cold]",
      'And in Oslo.',
    ];
    expect(data).toMatchObject(added.map((said) => ({ type: 'message', content: [{ text: said }] })));
    expect(await conversations.items.retrieve(data[0]!.id!, { conversation_id: conversation })).toEqual(
      data[0],
    );
    const page = await fetch(`${gateway.url}/api/chat/${conversation}?flow=${model}`, {
      headers: { authorization: `Bearer ${user}` },
    });
    expect(JSON.stringify(await page.json())).toMatch(/Hello\..*in Paris.*Noted\..*And in Oslo\./);
    await responses.create({ model, conversation, input: 'Where do I live?' });
    const sent = (): string => JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(sent()).toMatch(
      /Hi.*Hello\..*in Paris.*Noted\..*look\(.*Oslo.*cold.*in Oslo\..*Where do I live\?/,
    );
    await conversations.items.create(conversation, {
      items: [{ role: 'assistant', content: 'I may be wrong.' }],
    });
    const last = await responses.create({ model, conversation, input: 'Sure?' });
    expect(sent()).toMatch(/in Paris.*Where do I live\?.*Paris and Oslo\..*I may be wrong\..*Sure\?/);
    const all = [
      'Hi',
      'Hello.',
      ...added,
      'Where do I live?',
      'Paris and Oslo.',
      'I may be wrong.',
      'Sure?',
      'Yes, Oslo.',
    ];
    expect(await listTexts()).toEqual(all);

    system.model.reply(text('Really.'));
    await responses.create({ model, previous_response_id: last.id, input: 'Really?' });
    expect(await listTexts()).toEqual([...all, 'Really?', 'Really.']);

    system.model.reply(text('Salut.'), text('Oui.'));
    await responses.create({ model, previous_response_id: first.id, input: 'In French.' });
    await conversations.items.create(conversation, { items: [{ role: 'user', content: 'Je suis Ada.' }] });
    await responses.create({ model, conversation, input: 'Oui?' });
    const branch = ['Hi', 'Hello.', 'In French.', 'Salut.', 'Je suis Ada.', 'Oui?', 'Oui.'];
    expect(await listTexts()).toEqual(branch);
    expect(sent()).toMatch(/Hi.*Hello\..*In French\..*Salut\..*Je suis Ada\..*Oui\?/);
  });

  test('items added while a response is in progress -> 409 until it has ended', async () => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id: conversation } = await conversations.create();
    const gate = gated('Hel', 'lo.');
    system.model.reply(gate);
    const response = await responses.create({ model, conversation, input: 'Hi', background: true });
    const add = () =>
      conversations.items.create(conversation, { items: [{ role: 'user', content: 'Late' }] });
    await expect(add()).rejects.toMatchObject({ status: 409, code: 'conversation_locked' });
    gate.release();
    await expect.poll(async () => (await responses.retrieve(response.id)).status).toBe('completed');
    await expect.poll(() => add().then(({ data }) => data.length, String)).toBe(1);
  });

  test.each([
    [
      { role: 'system' as const, content: 'Be kind.' },
      /the role 'system' cannot be stored: send them as 'instructions'/,
    ],
    [
      {
        role: 'user' as const,
        content: [
          { type: 'input_image' as const, detail: 'auto' as const, image_url: 'data:image/png;base64,AA' },
        ],
      },
      /images and files only as input of a response/,
    ],
  ])('%j added to a conversation that has begun -> 400 with the remedy', async (item, message) => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id: conversation } = await conversations.create();
    system.model.reply(text('Hello.'));
    await responses.create({ model, conversation, input: 'Hi' });
    await expect(conversations.items.create(conversation, { items: [item] })).rejects.toMatchObject({
      status: 400,
      param: 'items.0',
      message: expect.stringMatching(message),
    });
  });

  test('an invalid item, too much metadata -> 400 with the field', async () => {
    const { conversations } = clientOf(system.newUser());
    const item = { type: 'web_search_call', id: 'ws_1', status: 'completed' } as const;
    await expect(conversations.create({ items: [item as never] })).rejects.toMatchObject({
      status: 400,
      param: 'items.0.type',
    });
    const metadata = { a: 'x'.repeat(513) };
    await expect(conversations.create({ metadata })).rejects.toMatchObject({
      status: 400,
      param: 'metadata.a',
    });
  });

  test("metadata of a conversation and of a response -> kept, replaced, returned; another user's is not found", async () => {
    const { conversations, responses } = clientOf(system.newUser());
    const { id, metadata } = await conversations.create({ metadata: { topic: 'a' } });
    expect(metadata).toEqual({ topic: 'a' });
    await conversations.update(id, { metadata: { topic: 'b' } });
    expect(await conversations.retrieve(id)).toMatchObject({ metadata: { topic: 'b' } });
    system.model.reply(text('Hi.'), text('Ho.'));
    const tagged = await responses.create({ model, input: 'hi', metadata: { order: '4711' } });
    expect(tagged.metadata).toEqual({ order: '4711' });
    expect(await responses.retrieve(tagged.id)).toMatchObject({ metadata: { order: '4711' } });
    expect((await responses.create({ model, input: 'hi' })).metadata).toEqual({});
    const other = clientOf(system.newUser());
    await expect(other.conversations.retrieve(id)).rejects.toMatchObject({ status: 404 });
  });
});
