import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { sessionFolder } from '../../../store/trajectory/files/session-folder.js';
import { gated, text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { findInPostgres, findInTemporal } from './find-words.js';

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgotten '));
  system = await startTestSystem(inject('environment'), {
    trajectoryFolder: folder,
    flows: [
      agentFlow({ slug: 'assistant' }),
      agentFlow({ slug: 'remembering', tools: ['memory_write'] }),
      agentFlow({ slug: 'drafted' }),
    ],
  });
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('Threadline.forget', () => {
  test('a turn waits for its model -> all of it is deleted when the model answers', async () => {
    const user = system.newUser();
    const atWork = gated('A quokka is', ' an animal.');
    system.model.reply(atWork);
    await system.client.conversation({ flow: 'assistant', user }).submit('What is a quokka?');
    await atWork.started;
    await system.client.forget(user);
    atWork.release();
    await expectNothing('quokka');
  });

  test('clients wait for the answer -> each learns that the conversation is deleted', async () => {
    const user = system.newUser();
    const atWork = gated('A dunnart is', ' an animal.');
    system.model.reply(atWork);
    const conversation = system.client.conversation({ flow: 'assistant', user });
    const asked = conversation.ask({ text: 'What is a dunnart?', turnId: 'one' });
    await atWork.started;
    const outcomes = Promise.allSettled([asked, readAll(conversation.stream('one'))]);
    await system.client.forget(user);
    atWork.release();
    const gone = { status: 'rejected', reason: expect.objectContaining({ type: 'Client.NotFound' }) };
    expect(await outcomes).toEqual([gone, gone]);
  });

  test('a tool call writes a memory after its execution was deleted -> not stored', async () => {
    const user = system.newUser();
    const memory = { kind: 'fact', key: 'animal', value: 'wombat' };
    system.model.reply(toolCalls([{ name: 'memory_write', arguments: memory }]));
    const lock = await system.db.startTransaction().execute();
    await sql`select pg_advisory_xact_lock(hashtextextended(${`memory of ${user}`}, 0))`.execute(lock);
    const { executionId } = await system.client
      .conversation({ flow: 'remembering', user })
      .submit('Remember it');
    const waiting = async () =>
      (await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(system.db)).rows
        .length;
    await expect.poll(waiting).toBeGreaterThan(0);
    const forgotten = system.client.forget(user);
    await expect.poll(() => isRunning(executionId)).toBe(false);
    await lock.rollback().execute();
    await forgotten;
    await expectNothing('wombat');
  });

  test('a conversation and an execution that no worker has started -> deleted with their input', async () => {
    const user = system.newUser();
    const [flow, taskQueue] = ['assistant', 'nobody polls this'];
    for (const [type, workflowId, input] of [
      ['conversation', `conversation/${flow}/${user}/side`, { flow, user, channel: 'side' }],
      ['execution', `execution/${flow}/${user}:daily`, { flow, user, text: 'numbat' }],
    ] as const) {
      const handle = await system.temporal.workflow.start(type, { taskQueue, workflowId, args: [input] });
      await handle.signal('postTurn', { text: 'numbat' });
    }
    await system.client.conversation({ flow, user: `${user}-2` }).status();
    expect((await system.client.forget(user)).workflowRuns).toBe(2);
    await expect.poll(() => findInTemporal({ ...system, taskQueue }, ['numbat'])).toEqual([]);
  });

  test('an operator started executions for the user, no worker has begun them -> deleted with their texts', async () => {
    const [user, other] = [system.newUser(), system.newUser('bob')];
    const waiting = await startTestSystem(inject('environment'), {
      flows: [agentFlow({ slug: 'assistant' })],
      withoutWorker: true,
      encryption: { keys: { current: 'one', keys: { one: randomBytes(32).toString('base64') } } },
    });
    const start = (id: string | undefined, owner: string, size = 1) =>
      waiting.client.executions.start({
        flow: 'assistant',
        text: 'pademelon '.repeat(size),
        user: owner,
        id,
      });
    const started = [
      await start('short', user),
      await start('long', user, 9_000),
      await start(undefined, user),
    ];
    await waiting.client
      .forUser(user)
      .executions.start({ flow: 'assistant', text: 'pademelon'.repeat(9_000) });
    await start('of-bob', other);
    await start('of-bob', user);
    expect((await waiting.client.forget(user)).workflowRuns).toBe(4);
    for (const { executionId } of started) await expect.poll(() => isKnown(waiting, executionId)).toBe(false);
    expect(await findInPostgres(waiting, ['pademelon'])).toEqual([]);
    expect(await isKnown(waiting, 'execution/assistant/of-bob')).toBe(true);
    await waiting.client.forget(other);
    await waiting.stop();
  });

  test('the process dies before the rows are deleted -> forgetting again deletes them, and the files of forks', async () => {
    const [user, other] = [system.newUser(), system.newUser('bob')];
    const conversation = system.client.conversation({ flow: 'assistant', user });
    system.model.reply(text('A bandicoot.'), text('Still a bandicoot.'));
    await conversation.ask({ text: 'Which animal?', turnId: 'one' });
    const fork = await conversation.fork({ at: 'one', user: other });
    await fork.ask('Are you sure?');
    const files = sessionFolder(folder, { user: other, session: fork.workflowId });
    await expect.poll(() => existsSync(files)).toBe(true);
    await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''not now''; end'`.execute(
      system.db,
    );
    await sql`create trigger refuse before delete on turn for each row execute function refuse()`.execute(
      system.db,
    );
    await expect(system.client.forget(user)).rejects.toThrow('not now');
    await sql`drop function refuse cascade`.execute(system.db);
    await system.client.forget(user);
    expect(existsSync(files)).toBe(false);
    expect(await findInPostgres(system, ['bandicoot'])).toEqual([]);
  });

  test("two users sent one schema and tried one draft -> the other user's stay", async () => {
    const [user, other] = [system.newUser(), system.newUser('bob')];
    const output = z.object({ answer: z.string().describe('A potoroo') });
    const draft = agentFlow({ slug: 'drafted', system: 'You are a bilby.' });
    const calls: string[] = [];
    for (const sender of [user, other]) {
      system.model.reply(text('{"answer":"yes"}'), text('Squeak.'));
      const asked = await system.client
        .conversation({ flow: 'assistant', user: sender })
        .ask({ text: 'Is it?', output });
      calls.push(asked.executionId);
      const { executionId } = await system.client
        .forUser(sender)
        .flowVersions.tryDraft(draft, { text: 'Hello' });
      await expect
        .poll(async () => (await system.client.executions.get(executionId)).status)
        .toBe('completed');
    }
    await system.client.forget(user);
    expect(await system.client.executions.planCall(`${calls[1]}/agent/1`, {})).toBeDefined();
    expect(await findInPostgres(system, ['potoroo', 'bilby'])).toEqual(
      expect.arrayContaining(['execution_text: potoroo', 'flow_version: bilby']),
    );
    await system.client.forget(other);
    expect(await findInPostgres(system, ['potoroo'])).toEqual([]);
  });
});

async function isRunning(executionId: string): Promise<boolean> {
  const described = system.temporal.workflow.getHandle(executionId).describe();
  return described.then(
    ({ status }) => status.name === 'RUNNING',
    () => false,
  );
}

async function isKnown({ temporal }: TestSystem, workflowId: string): Promise<boolean> {
  const described = temporal.workflow.getHandle(workflowId).describe();
  return described.then(
    () => true,
    () => false,
  );
}

async function expectNothing(word: string): Promise<void> {
  await expect.poll(() => findInTemporal(system, [word])).toEqual([]);
  expect(await findInPostgres(system, [word])).toEqual([]);
}

async function readAll(events: AsyncIterable<unknown>): Promise<void> {
  for await (const event of events) void event;
}
