import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Threadline } from '../../../client/threadline.js';
import type { StartExecution } from '../../../client/executions/executions.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { connectAs, FLOWS, ID, newId, script } from './things-of-ada.js';

let system: TestSystem;
const clients: Threadline[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: FLOWS, model: { script } });
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await system?.stop();
});

const TAKEN = { type: 'Execution.IdTaken' };
const REUSED = { type: 'Turn.Conflict' };

async function clientOf(user: string): Promise<Threadline> {
  const client = await connectAs(system, user);
  clients.push(client);
  return client;
}

async function answerOf(client: Threadline, start: StartExecution): Promise<[id: string, answer: string]> {
  const { executionId, result } = await client.executions.start(start);
  return [executionId, await result()];
}

describe('an id of a client of everybody', () => {
  const given = { flow: 'note', text: 'first', data: { a: [1, 'x'], b: 0.5 }, trigger: 'start' };

  test('started again with the same content -> the same execution', async () => {
    const start = { ...given, id: newId(), user: system.newUser() };
    const first = await answerOf(system.client, start);
    expect(first).toEqual([`execution/note/${start.id}`, 'Noted: first']);
    expect(await answerOf(system.client, start)).toEqual(first);
  });

  test.each(['somebody else', undefined])(
    'repeated with the owner %j -> refused, and the first is unchanged',
    async (other) => {
      const start = { ...given, id: newId(), user: system.newUser() };
      const first = await answerOf(system.client, start);
      await expect(system.client.executions.start({ ...start, user: other })).rejects.toMatchObject({
        ...TAKEN,
        message: `Execution id '${start.id}' belongs to another owner: use another id`,
      });
      expect(await answerOf(system.client, start)).toEqual(first);
    },
  );

  test.each<[what: string, other: Partial<StartExecution>]>([
    ['text', { text: 'second' }],
    ['data', { data: { a: [1, 'x'], b: 0.25 } }],
    ['data', { data: undefined }],
    ['trigger', { trigger: undefined }],
  ])('repeated with another %s, %j -> refused, and the first is unchanged', async (what, other) => {
    const start = { ...given, id: newId(), user: system.newUser() };
    const first = await answerOf(system.client, start);
    await expect(system.client.executions.start({ ...start, ...other })).rejects.toMatchObject({
      ...REUSED,
      message: `Execution id '${start.id}' was used with another ${what}: send this input under a new id`,
    });
    expect(await answerOf(system.client, start)).toEqual(first);
  });

  test('two users at the same moment -> each gets their own answer, or learns that the id is taken', async () => {
    const id = newId();
    const users = [system.newUser('ada'), system.newUser('bob')];
    const ended = await Promise.allSettled(
      users.map((user) => answerOf(system.client, { flow: 'note', text: `of ${user}`, id, user })),
    );
    const told = ended.map((one) =>
      one.status === 'fulfilled' ? one.value[1] : (one.reason as { type: string }).type,
    );
    expect(told.toSorted()).toEqual(
      told[0] === TAKEN.type ? [TAKEN.type, `Noted: of ${users[1]}`] : [TAKEN.type, `Noted: of ${users[0]}`],
    );
  });

  test('two concurrent starts of one user with different texts -> one runs, the other throws; sent again -> the same', async () => {
    const user = system.newUser();
    const starts = ['first', 'second'].map((text) => ({ flow: 'note', text, id: 'both', user }));
    const ended = await Promise.allSettled(starts.map((start) => system.client.executions.start(start)));
    const failed = ended.filter((one) => one.status === 'rejected');
    expect(failed).toMatchObject([{ reason: REUSED }]);
    const winner = starts[ended.findIndex(({ status }) => status === 'fulfilled')]!;
    expect((await answerOf(system.client, winner))[1]).toBe(`Noted: ${winner.text}`);
  });

  test('a text too long for an input, again -> the same execution; with another end -> refused', async () => {
    const start = { flow: 'note', text: 'long '.repeat(20_000), id: newId(), user: system.newUser() };
    const first = await answerOf(system.client, start);
    expect(await answerOf(system.client, start)).toEqual(first);
    await expect(system.client.executions.start({ ...start, text: `${start.text}!` })).rejects.toMatchObject(
      REUSED,
    );
  });
});

describe('an id of a client of one user', () => {
  test('the same id of two users -> two executions, streamed by their owners from the first moment', async () => {
    const [ada, bob] = [await clientOf(system.newUser('ada')), await clientOf(system.newUser('bob'))];
    const [one, two] = await Promise.all(
      [ada, bob].map(async (client, at) => {
        const { executionId } = await client.executions.start({ flow: 'note', text: `of ${at}`, id: ID });
        const events: unknown[] = [];
        for await (const event of client.executions.stream(executionId)) events.push(event);
        return { executionId, last: events.at(-1) };
      }),
    );
    expect([one?.last, two?.last]).toMatchObject([{ text: 'Noted: of 0' }, { text: 'Noted: of 1' }]);
    const found = await Promise.all([ada, bob].map((client) => client.executions.list({ id: ID })));
    expect(found).toMatchObject([[{ executionId: one?.executionId }], [{ executionId: two?.executionId }]]);
    await expect(bob.executions.stream(one!.executionId).next()).rejects.toMatchObject({
      type: 'Client.NotFound',
    });
  });

  test('with another flow -> refused: an id is one execution of its user', async () => {
    const ada = await clientOf(system.newUser());
    await answerOf(ada, { flow: 'note', text: 'x', id: ID });
    await expect(ada.executions.start({ flow: 'above', text: 'x', id: ID })).rejects.toMatchObject({
      ...REUSED,
      message: expect.stringContaining('another flow'),
    });
  });

  test.each(['the same user', 'another user'])(
    'an id that a client without a user used for %s -> another execution',
    async (whose) => {
      const user = system.newUser();
      const start = { flow: 'note', text: 'x', id: newId() };
      const first = { ...start, user: whose === 'the same user' ? user : system.newUser() };
      const [shared] = await answerOf(system.client, first);
      const [own] = await answerOf(await clientOf(user), start);
      expect(own).not.toBe(shared);
    },
  );

  test('too long for a Workflow ID -> refused with the bytes', async () => {
    const ada = await clientOf(system.newUser());
    await expect(
      ada.executions.start({ flow: 'note', text: 'x', id: 'x'.repeat(500) }),
    ).rejects.toMatchObject({
      type: 'Conversation.InvalidId',
      message: expect.stringMatching(/make a Workflow ID of \d+ bytes; at most 400 fit/),
    });
  });
});

describe('an id of a merge', () => {
  test('two users and two conversations with the same id -> each gets its own', async () => {
    const user = system.newUser('ada');
    const keys = [{ user }, { user, channel: 'side' }, { user: system.newUser('bob') }];
    const merged = [];
    for (const [at, key] of keys.entries()) {
      const conversation = system.client.conversation({ flow: 'assistant', ...key });
      await conversation.ask(`word-${at}`);
      merged.push(await conversation.merge({ id: ID }));
    }
    expect(new Set(merged.map(({ executionId }) => executionId)).size).toBe(3);
    for (const [at, { text }] of merged.entries())
      expect(
        text.match(/word-\d/g)?.every((word) => word === `word-${at}`),
        text,
      ).toBe(true);
  });

  test('repeated after more messages -> the same merge; with another format -> rejected', async () => {
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    await conversation.ask('word-1');
    const first = await conversation.merge({ id: ID, format: 'bullets' });
    await conversation.ask('word-2');
    expect(await conversation.merge({ id: ID, format: 'bullets' })).toMatchObject({
      executionId: first.executionId,
      text: first.text,
    });
    await expect(conversation.merge({ id: ID, format: 'structured' })).rejects.toMatchObject(REUSED);
    await expect(
      conversation.merge({ id: ID, format: 'bullets', model: 'openai:other' }),
    ).rejects.toMatchObject(REUSED);
  });
});
