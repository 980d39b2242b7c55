import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { approval, manual, reply } from '../../flow/kinds/node-kinds.js';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { DEFAULT_TOOLS } from '../../extend/tools/default-tools.js';
import { defineTool } from '../../extend/tools/define-tool.js';
import { BIG, flowOf, results } from './fixtures/spill-tools.js';
import { serveGateway } from './gateway/serve-gateway.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { askUpdate, postTurnSignal, statusQuery } from '../../workflows/definitions.js';

const asking = defineFlow({
  slug: 'asking',
  name: 'Asking',
  nodes: { start: manual(), ask: approval({ prompt: 'May I?' }), say: reply({ text: 'done' }) },
  edges: [
    ['start', 'ask'],
    ['ask', 'say'],
  ],
});

const saving = defineTool({
  name: 'save',
  description: 'Saves 6,000 bytes.',
  input: z.object({ name: z.string() }),
  async execute({ name }, { artifacts }) {
    return artifacts.save({ name, content: 'x'.repeat(6_000) });
  },
});
const large = defineTool({ name: 'large', description: 'Large.', input: z.object({}), execute: () => BIG });

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), {
    flows: [assistantFlow(SCRIPTED_MODEL), asking, flowOf('saving', { tools: [saving.name, large.name] })],
    tools: [...DEFAULT_TOOLS, saving, large],
    userLimits: { turns: 1, executions: 1, storedBytes: 10_100 },
  });
});
afterAll(() => system?.stop());

describe('a user at a limit', () => {
  test('turns -> refused by Update, ask and Signal, nothing stored; another user is answered; so is the same id later', async () => {
    const user = system.newUser();
    const running = gated('a', 'b');
    system.model.reply(running, text('for bob'), text('second'), text('third'));
    const first = system.client.conversation({ flow: 'assistant', user });
    const second = system.client.conversation({ flow: 'assistant', user, channel: 'second' });
    const answer = first.ask('one');
    await running.started;
    await expect(second.submit({ text: 'two', turnId: 't2' })).rejects.toMatchObject({
      type: 'User.LimitReached',
      message: expect.stringMatching(`^User '${user}' has 1 messages .*limits.perUser.turns`) as string,
      retryAfterMs: 2_000,
    });
    const handle = system.temporal.workflow.getHandle(second.workflowId);
    const asked = handle.executeUpdate(askUpdate, { args: [{ text: 'two', turnId: 't2' }] });
    await expect(asked).rejects.toMatchObject({
      cause: {
        type: 'User.LimitReached',
        details: [{ user, limit: 'turns', value: 1, retryAfterMs: 2_000 }],
      },
    });
    await handle.signal(postTurnSignal, { text: 'two', turnId: 't3' });
    await expect.poll(() => handle.query(statusQuery)).toMatchObject({ refused: { count: 3 }, queued: [] });
    expect(await storedFor(second.workflowId)).toEqual([]);

    const bob = system.client.conversation({ flow: 'assistant', user: system.newUser('bob') });
    expect((await bob.ask('hello')).text).toBe('for bob');
    running.release();
    expect((await answer).text).toBe('ab');
    expect((await second.ask({ text: 'two', turnId: 't2' })).text).toBe('second');
    await handle.signal(postTurnSignal, { text: 'two', turnId: 't3' });
    await expect.poll(() => handle.query(statusQuery)).toMatchObject({ turns: 2 });
  });

  test('files -> rejected by the client and the gateway; from another client, the message is; other users and known files are accepted', async () => {
    const user = system.newUser();
    const file = (character: string) => Buffer.from(character.repeat(6_000));
    const { ref } = await system.client.upload(file('a'), { user });
    const full = {
      type: 'User.StorageFull',
      message:
        `User '${user}' has 6000 bytes of files and artifacts, and with this file would have more than 10100 ` +
        '(limits.perUser.storedBytes): delete conversations with files or artifacts, or raise the limit',
    };
    await expect(system.client.upload(file('b'), { user })).rejects.toMatchObject(full);
    const gateway = await serveGateway(system);
    const response = await fetch(`${gateway.url}/api/v1/uploads`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user}`, 'content-type': 'text/plain' },
      body: file('b'),
    });
    expect([response.status, await response.json()]).toMatchObject([413, { error: full }]);
    await gateway.close();
    const small = await Promise.allSettled(
      ['c', 'd'].map((text) => system.client.upload(Buffer.from(text), { user })),
    );
    expect(small.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect((await system.client.upload(file('a'), { user })).ref).toBe(ref);
    const stranger = system.newUser('bob');
    await system.client.upload(file('b'), { user: stranger });

    const conversation = system.client.conversation({ flow: 'assistant', user });
    system.model.reply(text('Read.'), text('Still here.'));
    await conversation.ask([{ type: 'file', data: ref }]);
    const handle = system.temporal.workflow.getHandle(conversation.workflowId);
    const parts = [{ type: 'file', data: file('b').toString('base64'), mediaType: 'text/plain' }];
    await expect(
      handle.executeUpdate(askUpdate, { args: [{ parts, turnId: 'full' } as never] }),
    ).rejects.toMatchObject({
      cause: { message: full.message.replace('6000', '10096') },
    });
    expect((await conversation.ask('Are you there?')).text).toBe('Still here.');
  });

  test('20 files sent at once, over sockets of two gateways -> those that fit; the others are rejected', async () => {
    const user = system.newUser();
    const gateways = [await serveGateway(system), await serveGateway(system)];
    const statuses = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const response = await fetch(`${gateways[index % 2]!.url}/api/v1/uploads`, {
          method: 'POST',
          headers: { authorization: `Bearer ${user}`, 'content-type': 'text/plain' },
          body: `${index} `.repeat(1_000),
        });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    for (const gateway of gateways) await gateway.close();
    expect(statuses.toSorted()).toEqual([...Array(2).fill(201), ...Array(18).fill(413)]);
    const { bytes } = await system.db
      .selectFrom('upload')
      .select(({ fn }) => fn.sum('counted_bytes').as('bytes'))
      .where('user_id', '=', user)
      .executeTakeFirstOrThrow();
    expect(Number(bytes)).toBe(2 * 4_096);
  });

  test('artifacts -> refused to the tool, a large result is cut, a file is rejected; `forget` makes room', async () => {
    const user = system.newUser();
    const conversation = system.client.conversation({ flow: 'saving', user });
    const save = (name: string) => toolCalls([{ name: 'save', arguments: { name } }]);
    system.model.reply(
      save('one'),
      save('two'),
      toolCalls([{ name: 'large', arguments: {} }]),
      text('Done.'),
    );
    await conversation.ask('Save');
    const [saved, refused, cut] = results(system.model.requests.at(-1));
    expect(saved).toContain('one');
    expect(refused).toContain(
      `User '${user}' would have 12000 bytes of files and artifacts, more than 10100 (limits.perUser.storedBytes)`,
    );
    expect(cut).toContain('the rest was not stored');
    const file = Buffer.from('y'.repeat(6_000));
    await expect(system.client.upload(file, { user })).rejects.toMatchObject({
      type: 'User.StorageFull',
      message: expect.stringContaining(`User '${user}' has 6000 bytes of files and artifacts`) as string,
    });
    await system.client.upload(file, { user: system.newUser('bob') });

    await system.client.forget(user);
    await system.client.upload(file, { user });
  });

  test('executions -> refused by the client; from another client, a Workflow without a row; a finished one makes room', async () => {
    const user = system.newUser();
    const start = (id: string) => system.client.executions.start({ flow: 'asking', text: 'go', user, id });
    const { executionId } = await start('one');
    await expect.poll(() => system.client.executions.waiting({ user })).toHaveLength(1);
    await expect(start('two')).rejects.toMatchObject({
      type: 'User.LimitReached',
      retryAfterMs: 5_000,
    });
    const workflowId = `execution/asking/${user}`;
    const args = [{ flow: 'asking', text: 'go', user }];
    const options = { taskQueue: system.taskQueue, workflowId, args };
    await expect(system.temporal.workflow.execute('execution', options)).rejects.toMatchObject({
      cause: { type: 'User.LimitReached', details: [{ user, limit: 'executions', value: 1 }] },
    });
    expect(await rowOf(workflowId)).toBeUndefined();
    await system.client.executions.cancel(executionId);
    await expect.poll(() => rowOf(executionId)).toMatchObject({ status: 'cancelled' });
    const { executionId: second } = await start('two');
    await expect.poll(() => system.client.executions.waiting({ user })).toHaveLength(1);
    await system.client.executions.cancel(second);
  });
});

function storedFor(workflowId: string) {
  return system.db.selectFrom('conversation').select('id').where('workflow_id', '=', workflowId).execute();
}

function rowOf(workflowId: string) {
  return system.db
    .selectFrom('execution')
    .select('status')
    .where('workflow_id', '=', workflowId)
    .executeTakeFirst();
}
