import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { manual, reply } from '../../flow/kinds/node-kinds.js';
import { checkAuditDays, checkRetention, retentionScheduleId } from '../../protocol/retention.js';
import { listExpiredConversations } from '../../store/retention/expired.js';
import { readRetentionStatus, storeRetentionRules } from '../../store/retention/retention-status.js';
import { recordMissing } from '../../store/trajectory/record-missing.js';
import { sessionFolder } from '../../store/trajectory/files/session-folder.js';
import { gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { scheduleRetention } from '../../worker/start-upkeep.js';
import { ageConversations, runRetention } from './fixtures/due-retention.js';
import { serveGateway } from './gateway/serve-gateway.js';

const RULES = { '*': { chatDays: 30 }, assistant: { chatDays: 90, traceDays: 7, artifactDays: 7 } };

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept '));
  system = await startTestSystem(inject('environment'), {
    retention: RULES,
    trajectoryFolder: folder,
    flows: [
      assistantFlow(SCRIPTED_MODEL),
      defineFlow({
        slug: 'note',
        name: 'Note',
        nodes: { start: manual(), say: reply({ text: 'Noted' }) },
        edges: [['start', 'say']],
      }),
    ],
  });
  await storeRetentionRules(system.db, { taskQueue: system.taskQueue, rules: RULES });
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the retention Workflow', () => {
  test('an expired conversation with a thread -> rows deleted; a newer one is kept', async () => {
    const [old, young] = [conversation(), conversation()];
    system.model.reply(text('One.'), text('Two.'), text('Three.'));
    await old.ask('One?');
    const thread = await old.openThread({ message: 2, id: 'aside' });
    await thread.ask('Two?');
    await young.ask('Three?');
    await age(91, [old.workflowId, thread.workflowId]);
    await age(89, [young.workflowId]);
    expect((await status())?.due).toMatchObject({ conversations: 1 });
    await run();
    expect((await young.history()).messages).toHaveLength(2);
    const { count } = await system.db
      .selectFrom('conversation')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('workflow_id', 'like', `${old.workflowId}%`)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
    expect(await status()).toMatchObject({
      due: { conversations: 0 },
      last: { conversations: 2, executions: 2, finishedAt: expect.any(Date) },
    });
  });

  test('a step that continues after a chat -> lists only later ones', async () => {
    const both = [conversation(), conversation()];
    system.model.reply(text('One.'), text('Two.'));
    for (const each of both) await each.ask('Hello?');
    await age(
      91,
      both.map(({ workflowId }) => workflowId),
    );
    const list = (after: number) =>
      listExpiredConversations(system.db, { flow: 'assistant', days: 90 }, { after, limit: 9 });
    const [first, ...later] = await list(0);
    expect(later).toHaveLength(1);
    expect(await list(first!.id)).toEqual(later);
    await run();
    expect(await list(0)).toEqual([]);
  });

  test('a chat whose rows cannot be deleted -> the rest is removed, the run fails and names it; the next run removes it', async () => {
    const user = system.newUser();
    const [old, other] = [system.client.conversation({ flow: 'assistant', user }), conversation()];
    system.model.reply(text('One.'), text('Two.'));
    await old.ask('One?');
    await other.ask('Two?');
    const files = sessionFolder(folder, { user, session: old.workflowId });
    await expect.poll(() => existsSync(files)).toBe(true);
    await age(91, [old.workflowId, other.workflowId]);
    await sql`create function refuse() returns trigger language plpgsql as
      'begin if old.user_id = ''${sql.raw(user)}'' then raise exception ''not now''; end if; return null; end'`.execute(
      system.db,
    );
    await sql`create constraint trigger refuse after delete on conversation deferrable initially deferred
      for each row execute function refuse()`.execute(system.db);
    await sql`insert into request_key (user_id, key, request_hash, created_at)
      values (${user}, 'key', 'hash', now() - interval '31 days')`.execute(system.db);
    await expect(run()).rejects.toMatchObject({
      cause: { message: `1 were not removed (see the worker's log): '${old.workflowId}'` },
    });
    expect(existsSync(files)).toBe(false);
    expect((await old.history()).messages).toHaveLength(2);
    expect(await system.db.selectFrom('request_key').where('user_id', '=', user).execute()).toEqual([]);
    expect((await status())?.last).toMatchObject({ conversations: 1 });
    await sql`drop function refuse cascade`.execute(system.db);
    await run();
    expect((await status())?.due).toMatchObject({ conversations: 0 });
    expect((await status())?.last).toMatchObject({ conversations: 1 });
  });

  test('an old conversation with a running turn -> kept, and the turn is answered', async () => {
    const busy = conversation();
    const atWork = gated('Do', 'ne.');
    system.model.reply(atWork);
    const asked = busy.ask('At work?');
    await atWork.started;
    await age(1_000, [busy.workflowId]);
    await run();
    atWork.release();
    expect((await asked).text).toBe('Done.');
  });

  test('a conversation whose thread is young -> kept completely', async () => {
    const root = conversation();
    system.model.reply(text('One.'), text('Two.'));
    await root.ask('One?');
    const thread = await root.openThread({ message: 2, id: 'aside' });
    await thread.ask('Two?');
    await age(500, [root.workflowId]);
    await run();
    expect((await root.history()).messages).toHaveLength(2);
  });

  test('expired traces -> deleted; answers, usage and the chat are kept', async () => {
    const talk = conversation();
    system.model.reply(
      toolCalls([{ name: 'calculate', arguments: { expression: '6*7' } }]),
      text('It is 42.'),
      text('Still 42.'),
    );
    const { executionId } = await talk.ask('What is 6*7?');
    await sql`update tool_call set touched = '[]' where ${isOf(executionId)}`.execute(system.db);
    await age(8, [talk.workflowId]);
    await run();
    expect(await recordMissing(system.db, { workflowId: executionId })).toBe(0);
    for (const table of ['trace_message', 'trajectory_node', 'tool_call where touched is not null'])
      expect(
        (
          await sql`select from (select * from ${sql.raw(table)}) kept where ${isOf(executionId)}`.execute(
            system.db,
          )
        ).rows,
      ).toEqual([]);
    expect((await talk.history()).messages[0]).toMatchObject({ text: 'It is 42.' });
    expect(await system.client.executions.get(executionId)).toMatchObject({ answer: 'It is 42.' });
    expect((await talk.ask('Still?')).text).toBe('Still 42.');
  });

  test('an execution outside conversations -> deleted after the days for all flows; idempotent', async () => {
    const { executionId, result } = await system.client.executions.start({ flow: 'note', text: 'x' });
    await result();
    await sql`update execution set finished_at = now() - interval '31 days' where workflow_id = ${executionId}`.execute(
      system.db,
    );
    await run();
    await run();
    await expect(system.client.executions.get(executionId)).rejects.toMatchObject({
      type: 'Client.NotFound',
    });
    expect((await status())?.last).toMatchObject({ executions: 0, conversations: 0 });
  });
});

describe('items and metadata given by openai for Node', () => {
  const model = 'assistant';
  const tag = { metadata: { order: '4711' } };

  async function give(url: string, user: string) {
    const { conversations, responses } = new OpenAI({ apiKey: user, baseURL: `${url}/v1`, maxRetries: 0 });
    const items = [{ role: 'user' as const, content: 'I am Ada' }];
    const [begun, unbegun] = [
      await conversations.create({ items, ...tag }),
      await conversations.create({ items, ...tag }),
    ];
    system.model.reply(text('Hi.'), text('Ho.'));
    await responses.create({ model, conversation: begun.id, input: 'Hi?', ...tag });
    const single = await responses.create({ model, input: 'Ho?', ...tag });
    return { conversations, responses, begun, unbegun, single };
  }

  async function countGiven(user: string): Promise<number[]> {
    const tables = ['given_metadata', 'given_item'] as const;
    const found = tables.map((table) =>
      system.db.selectFrom(table).select('created_at').where('user_id', '=', user).execute(),
    );
    return (await Promise.all(found)).map(({ length }) => length);
  }

  test('their conversation is expired, or never began -> deleted with it; those of others stay', async () => {
    const gateway = await serveGateway(system);
    try {
      const user = system.newUser();
      const { conversations, responses, begun, unbegun, single } = await give(gateway.url, user);
      expect(await countGiven(user)).toEqual([4, 2]);
      await age(91, [system.client.conversation({ flow: model, user, channel: begun.id }).workflowId]);
      await run();
      expect((await conversations.retrieve(begun.id)).metadata).toEqual({});
      expect(await conversations.retrieve(unbegun.id)).toMatchObject(tag);
      expect(await responses.retrieve(single.id)).toMatchObject(tag);
      expect(await countGiven(user)).toEqual([2, 1]);
      for (const table of ['given_metadata', 'given_item'])
        await sql`update ${sql.table(table)} set created_at = now() - interval '31 days' where user_id = ${user}`.execute(
          system.db,
        );
      await run();
      expect((await conversations.retrieve(unbegun.id)).metadata).toEqual({});
      expect(await responses.retrieve(single.id)).toMatchObject(tag);
      expect(await countGiven(user)).toEqual([1, 0]);
    } finally {
      await gateway.close();
    }
  });

  test('their user is forgotten -> they are deleted', async () => {
    const gateway = await serveGateway(system);
    try {
      const user = system.newUser();
      await give(gateway.url, user);
      const forgotten = await fetch(`${gateway.url}/api/v1/users/${user}`, {
        method: 'DELETE',
        headers: { authorization: 'Bearer admin' },
      });
      expect(forgotten.status).toBe(200);
      expect(await countGiven(user)).toEqual([0, 0]);
    } finally {
      await gateway.close();
    }
  });
});

describe('scheduleRetention', () => {
  test('rules, the same rules, no rules -> one Schedule, which stays to sweep', async () => {
    const parts = { db: system.db, temporal: system.temporal, taskQueue: system.taskQueue };
    await scheduleRetention(parts, RULES);
    await scheduleRetention(parts, RULES);
    const handle = system.temporal.schedule.getHandle(retentionScheduleId(system.taskQueue));
    await handle.trigger();
    await expect.poll(async () => (await handle.describe()).info.recentActions.length).toBeGreaterThan(0);
    await scheduleRetention(parts, {});
    expect((await handle.describe()).scheduleId).toBe(retentionScheduleId(system.taskQueue));
    await handle.delete();
    await storeRetentionRules(system.db, { taskQueue: system.taskQueue, rules: RULES });
  });
});

describe('checkRetention', () => {
  test.each([
    [{ assistant: { chatDays: 0 } }, /'chatDays' of the retention of flow 'assistant'/],
    [{ assistant: { days: 3 } }, /unknown field 'days'/],
  ])('%j -> refused with its name', (rules, message) => {
    expect(() => checkRetention(rules as never)).toThrow(message);
  });
});

describe('checkAuditDays', () => {
  test.each([29, 30.5, '60', Number.NaN])('%j days -> refused', (days) => {
    expect(() => checkAuditDays(days as number)).toThrow("'auditDays'");
  });
});

function conversation() {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

function isOf(executionId: string) {
  return sql`execution_id = (select id from execution where workflow_id = ${executionId})`;
}

function status() {
  return readRetentionStatus(system.db, system.taskQueue);
}

function run(): Promise<void> {
  return runRetention(system);
}

function age(days: number, workflowIds: readonly string[]): Promise<void> {
  return ageConversations(system.db, days, workflowIds);
}
