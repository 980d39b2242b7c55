import { afterAll, beforeAll, describe, expect, expectTypeOf, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat, reply } from '../../flow/kinds/node-kinds.js';
import { toJsonSchema } from '../../flow/output/to-json-schema.js';
import { fault, text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { prune } from '../../trajectory/graph/prune.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const OUTPUT = z.object({ city: z.string(), rain: z.int() });
const GOOD = { city: 'Oslo', rain: 3 };
const BAD = JSON.stringify({ city: 'Oslo', rain: 'much' });

let system: TestSystem;
let failPoint: string | undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [
      defineFlow({
        slug: 'told',
        name: 'Told',
        nodes: {
          chat: chat(),
          read: agent({
            model: SCRIPTED_MODEL,
            system: "Order {{ trigger.data.order }} of {{ trigger.data.at | default('today') }}",
          }),
        },
        edges: [['chat', 'read']],
      }),
      defineFlow({
        slug: 'plain',
        name: 'Plain',
        nodes: { chat: chat(), read: agent({ model: SCRIPTED_MODEL }) },
        edges: [['chat', 'read']],
      }),
      defineFlow({
        slug: 'replying',
        name: 'Replying',
        nodes: { chat: chat(), read: agent({ model: SCRIPTED_MODEL }), say: reply({ text: 'Done' }) },
        edges: [
          ['chat', 'read'],
          ['read', 'say'],
        ],
      }),
    ],
    onPoint: (point) => {
      if (point !== failPoint) return;
      failPoint = undefined;
      throw new Error(`Fault at ${point}`);
    },
  });
});
afterAll(() => system?.stop());

function newConversation(flow = 'plain') {
  return system.client.conversation({ flow, user: system.newUser() });
}

describe('an object that a message asks for', () => {
  test.each(['a\u0000', 'half of \ud83d'])(
    'a schema with %j, which Postgres cannot store -> refused; the conversation continues',
    async (name) => {
      const conversation = newConversation();
      const output = { type: 'object', properties: { [name]: {} } };
      const problem = expect.stringContaining('has a null character or half a surrogate pair') as string;
      for (const ask of [
        () => conversation.ask({ text: 'Oslo?', output }),
        () => conversation.submit({ text: 'Oslo?', output, turnId: 'bad' }),
      ])
        await expect(ask()).rejects.toMatchObject({ type: 'Conversation.InvalidTurn', message: problem });
      system.model.reply(text('ok'));
      expect((await conversation.ask('Still there?')).text).toBe('ok');
    },
  );

  test('wrong, then right, the worker failing between; sent again; then a text -> one object, typed; later turns are plain text', async () => {
    const conversation = newConversation();
    system.model.reply(text(BAD), text(JSON.stringify(GOOD)));
    failPoint = 'trimContext.after';
    const message = { text: 'How wet is Oslo?', output: OUTPUT, turnId: 'wet' };
    const answer = await conversation.ask(message);
    expectTypeOf(answer.object).toEqualTypeOf<{ city: string; rain: number }>();
    expect(answer.object).toEqual(GOOD);
    expect(system.model.requests.at(-1)!.body).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { schema: { required: ['city', 'rain'] } } },
    });
    expect(await conversation.ask(message)).toEqual(answer);

    system.model.reply(text('Very.'));
    const plain = await conversation.ask({ text: 'And in a word?', turnId: 'word' });
    expectTypeOf(plain.object).toEqualTypeOf<undefined>();
    expect([plain.text, plain.object]).toEqual(['Very.', undefined]);
    expect(system.model.requests.at(-1)!.body).not.toHaveProperty('response_format');
    const other = { text: 'And in a word?', turnId: 'word', output: OUTPUT };
    await expect(conversation.ask(other)).rejects.toMatchObject({ type: 'Turn.Conflict' });
  });

  test('fields with a default -> not required by the schema that is sent, which is not strict; filled in if missing', async () => {
    const item = z.object({ name: z.string(), count: z.int().default(1) });
    const output = z.object({ unit: z.enum(['mm', 'in']).default('mm'), items: z.array(item) });
    system.model.reply(text('{"items":[{"name":"bolt"}]}'));
    const { object } = await newConversation().ask({ text: 'Which parts?', output });
    expect(object).toEqual({ unit: 'mm', items: [{ name: 'bolt', count: 1 }] });
    expect(system.model.requests.at(-1)!.body).toMatchObject({
      response_format: {
        json_schema: {
          strict: false,
          schema: {
            required: ['items'],
            properties: {
              unit: { default: 'mm' },
              items: { items: { required: ['name'], properties: { count: { default: 1 } } } },
            },
          },
        },
      },
    });
  });

  test('a broken zod refinement -> asked again with the rule, in a branch; sent again -> the same; broken twice -> an error', async () => {
    const conversation = newConversation();
    const output = OUTPUT.refine(({ rain }) => rain < 10, { path: ['rain'], message: 'must be below ten' });
    const wet = (rain: number) => text(JSON.stringify({ city: 'Oslo', rain }));
    system.model.reply(wet(12), wet(3));
    const message = { text: 'How wet?', output, turnId: 'wet' };
    const answer = await conversation.ask(message);
    expect(answer.object).toEqual({ city: 'Oslo', rain: 3 });
    const sent = JSON.stringify(system.model.requests.at(-1)!.messages);
    expect(sent).toContain("'rain': must be below ten");
    expect(sent.split('How wet?')).toHaveLength(2);
    expect(await conversation.ask(message)).toEqual(answer);
    const { messages } = await conversation.history();
    expect(messages.map(({ text: said }) => said)).toEqual([JSON.stringify(answer.object), 'How wet?']);
    system.model.reply(wet(12), wet(13));
    await expect(conversation.ask({ ...message, turnId: 'again' })).rejects.toMatchObject({
      type: 'Model.InvalidAnswer',
      message: expect.stringContaining('must be below ten'),
    });
  });

  test('a field with a default is missing -> filled in', async () => {
    const output = z.object({ city: z.string(), unit: z.enum(['mm', 'in']).default('mm') });
    system.model.reply(text('{"city":"Oslo"}'));
    const { object } = await newConversation().ask({ text: 'Where?', output });
    expect(object).toEqual({ city: 'Oslo', unit: 'mm' });
  });

  test('wrong, then right -> the first answer is a branch that was abandoned, in later views of the chat too', async () => {
    const conversation = newConversation();
    system.model.reply(text(BAD), text(JSON.stringify(GOOD)), text('Very.'));
    await conversation.ask({ text: 'How wet is Oslo?', output: OUTPUT });
    await conversation.ask('And in a word?');
    const { agents } = await system.client.executions.trajectory(conversation.workflowId);
    const { view } = agents[0]!;
    expect(view.edges.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'Query(query00000) State(state00000)',
      'Query(query00000) State(state00001)',
      'Query(query00001) State(state00002)',
      'State(state00000) Query(query00001)',
      'State(state00001) Query(query00001)',
    ]);
    expect(view.nodes[1]!.attributes).toMatchObject({ content: BAD, currentStatus: 'refused' });
    expect(prune(view).nodes.map(({ id }) => id)).toEqual([
      ...['Query(query00000)', 'State(state00001)', 'Query(query00001)', 'State(state00002)'],
    ]);
  });

  test('by another client; failed and retried -> the object in the result, the schema kept', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'plain', user });
    const output = toJsonSchema(OUTPUT);
    system.model.reply(fault.status(401));
    await expect(conversation.ask({ text: 'Oslo?', output, turnId: 'first' })).rejects.toMatchObject({
      type: 'Model.Authentication',
    });
    system.model.reply(text(JSON.stringify(GOOD)), text(JSON.stringify(GOOD)));
    const { turnId } = await conversation.retry('first', { turnId: 'again' });
    expect((await conversation.ask({ text: 'Oslo?', output, turnId })).object).toEqual(GOOD);
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const result = await handle.executeUpdate('ask', { args: [{ text: 'Oslo?', output }] });
    expect(result).toMatchObject({ object: GOOD, text: JSON.stringify(GOOD) });
  });

  test('a flow without object answers, an invalid schema -> refused with the reason, and nothing is stored', async () => {
    const conversation = newConversation('replying');
    await expect(conversation.ask({ text: 'x', output: OUTPUT })).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: expect.stringContaining("its answer comes from node 'say' (reply)"),
    });
    expect((await conversation.history()).messages).toEqual([]);
    const invalid = [z.object({ at: z.date() }), { type: 'array' }, { type: 'object', required: 3 }];
    for (const output of invalid)
      await expect(newConversation().ask({ text: 'x', output })).rejects.toMatchObject({
        type: 'Conversation.InvalidTurn',
        message: expect.stringContaining("The requested 'output' must be"),
      });
    const other = newConversation();
    await other.status();
    await system.temporal.workflow.start('conversation', {
      taskQueue: system.taskQueue,
      workflowId: other.workflowId,
      args: [{ flow: 'plain', user: decodeURIComponent(other.workflowId.split('/')[2]!) }],
    });
    const update = system.temporal.workflow
      .getHandle(other.workflowId)
      .executeUpdate('ask', { args: [{ text: 'x', output: { type: 'object', required: 3 } }] });
    await expect(update).rejects.toMatchObject({
      cause: { type: 'Conversation.InvalidTurn', message: expect.stringContaining('draft 2020-12') },
    });
  });
});

describe('an object that a start asks for', () => {
  test('started twice -> the same object; with another schema -> Turn.Conflict; with a reply -> refused with the reason, and not started', async () => {
    const user = system.newUser();
    const start = { flow: 'plain', text: 'How wet?', id: 'wet', user, output: OUTPUT };
    system.model.reply(text(JSON.stringify(GOOD)));
    const run = await system.client.executions.start(start);
    const object = await run.object();
    expectTypeOf(object).toEqualTypeOf<{ city: string; rain: number }>();
    expect(object).toEqual(GOOD);
    expect(await (await system.client.executions.start(start)).object()).toEqual(GOOD);
    await expect(
      system.client.executions.start({ ...start, output: z.object({ city: z.string() }) }),
    ).rejects.toMatchObject({
      type: 'Turn.Conflict',
      message: expect.stringContaining('another output'),
    });
    const impossible = { user, text: 'x', id: 'impossible' };
    await expect(
      system.client.executions.start({ ...impossible, flow: 'replying', output: OUTPUT }),
    ).rejects.toMatchObject({
      type: 'Conversation.InvalidTurn',
      message: expect.stringContaining('(reply)'),
    });
    await expect(
      system.client.executions.start({ ...impossible, flow: 'plain', output: { type: 'array' } }),
    ).rejects.toMatchObject({ type: 'Conversation.InvalidTurn' });
    system.model.reply(text(JSON.stringify(GOOD)));
    const other = await system.client.executions.start({ ...impossible, flow: 'plain', output: OUTPUT });
    expect(await other.object()).toEqual(GOOD);
  });
});

describe('data beside a text', () => {
  test('by our client, a retry and a Signal with an unknown field -> in the prompt and the history; the field is reported', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'told', user });
    system.model.reply(fault.status(401), text('here'), text('there'));
    const where = { text: 'Where?', data: { order: 4711, at: new Date(0) } };
    const first = conversation.ask({ ...where, turnId: 'first' });
    await expect(first).rejects.toMatchObject({ type: 'Model.Authentication' });
    const again = await conversation.retry('first');
    await conversation.ask({ ...where, turnId: again.turnId });
    expect(JSON.stringify(system.model.requests.at(-1)!.body)).toContain('Order 4711 of 1970-01-01');
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const second = { text: 'And?', data: { order: 4712 }, turnId: 'second' };
    await handle.signal('postTurn', { ...second, wihle: 'steer' });
    expect(await conversation.ask(second)).toMatchObject({ text: 'there' });
    expect(JSON.stringify(system.model.requests.at(-1)!.body)).toContain('Order 4712');
    expect(await conversation.status()).toMatchObject({
      refused: { count: 0 },
      ignored: { count: 1, last: expect.stringContaining("no field 'wihle'") },
    });
    const { messages } = await conversation.history();
    expect(messages.filter(({ role }) => role === 'user').map(({ data }) => data?.['order'])).toEqual([
      4712, 4711, 4711,
    ]);
    const update = handle.executeUpdate('submitTurn', { args: [{ text: 'x', wihle: 1 }] });
    await expect(update).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidTurn' } });
    const wrong: unknown = [1];
    await expect(
      conversation.ask({ text: 'x', data: wrong as Record<string, unknown> }),
    ).rejects.toMatchObject({ message: expect.stringContaining('is not an object like') });
  });
});
