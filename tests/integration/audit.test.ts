import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { connect, type ConnectOptions } from '../../client/connect.js';
import type { Threadline } from '../../client/threadline.js';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { approval, manual, reply } from '../../flow/kinds/node-kinds.js';
import { listAuditEntries, pruneAuditLog } from '../../store/audit/audit-log.js';
import { registerFlows } from '../../store/flows/flows.js';
import { createKey, revokeKey } from '../../store/keys/manage-keys.js';
import { forgetUser } from '../../store/users/forget-user.js';
import { text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const FLOWS = [
  assistantFlow(SCRIPTED_MODEL),
  defineFlow({
    slug: 'asking',
    name: 'Asking',
    nodes: { start: manual(), ask: approval({ prompt: 'May I?' }), say: reply({ text: 'Thanks' }) },
    edges: [
      ['start', 'ask'],
      ['ask', 'say'],
    ],
  }),
];

let system: TestSystem;
let support: Threadline;
let user: string;
let seen: number;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: FLOWS });
  support = await clientOf({ actor: 'sue' });
});
beforeEach(async () => {
  user = system.newUser();
  seen = (await listAuditEntries(system.db, { limit: 1 }))[0]?.id ?? 0;
});
afterAll(async () => {
  await support?.close();
  await system?.stop();
});

describe('listAuditEntries', () => {
  test('an action that ends with .* -> all actions with its beginning, and no other', async () => {
    const conversation = support.conversation({ flow: 'assistant', user });
    await conversation.history().catch(() => undefined);
    await support.executions.list({ user });
    await conversation.delete().catch(() => undefined);
    const actions = async (action?: string) =>
      (await listAuditEntries(system.db, { owner: user, limit: 50, ...(action !== undefined && { action }) }))
        .map((entry) => entry.action)
        .sort();
    const all = await actions();
    const reads = all.filter((action) => action.startsWith('read.'));
    expect(reads.length).toBeGreaterThan(0);
    expect(all.length).toBeGreaterThan(reads.length);
    expect(await actions('read.*')).toEqual(reads);
    expect(await actions('read')).toEqual([]);
  });
});

describe('reads', () => {
  test("a named actor acts on another user's data -> recorded with owner and outcome", async () => {
    system.model.reply(text('An elderberry.'));
    const { executionId } = await system.client
      .conversation({ flow: 'assistant', user })
      .ask('A gooseberry?');
    const conversation = support.conversation({ flow: 'assistant', user });
    await conversation.history();
    await support.executions.get(executionId);
    await support.executions.explain(executionId);
    await support.executions.get('execution/assistant/none').catch(() => undefined);
    await support.executions.list({ user });
    const target = conversation.workflowId;
    expect(await entries()).toEqual([
      { actor: 'sue', via: 'client', action: 'read.history', target, owner: user, outcome: 'done' },
      expect.objectContaining({
        action: 'read.execution',
        target: executionId,
        owner: user,
        outcome: 'done',
      }),
      expect.objectContaining({ action: 'read.explain', target: executionId, owner: user }),
      expect.objectContaining({ action: 'read.execution', owner: null, outcome: 'Client.NotFound' }),
      expect.objectContaining({ action: 'read.executions', target: `user/${user}`, owner: user }),
    ]);
    expect(JSON.stringify(await entries())).not.toMatch(/gooseberry|elderberry/);
  });

  test("lists of a client for another user, with any filter -> recorded as that user's", async () => {
    const staff = system.client.forUser(user, { actor: 'sue' });
    for (const filter of [{ user: 'sue' }, {}]) {
      await staff.executions.list(filter);
      await staff.executions.search(filter);
      await staff.executions.waiting(filter);
    }
    expect(await entries()).toMatchObject(
      ['executions', 'executions', 'questions', 'executions', 'executions', 'questions'].map((name) => ({
        actor: 'sue',
        action: `read.${name}`,
        target: `user/${user}`,
        owner: user,
      })),
    );
  });

  test("another user's conversations, messages, files, items and metadata -> one entry each", async () => {
    const { ref } = await system.client.upload(Buffer.from('A quince.'), { user });
    const reads = (client: Threadline) => [
      client.conversations({ user }),
      client.search('quince', { user }),
      client.download(ref, { user }),
      client.openai.items('notes', { user }),
      client.openai.metadata({ channel: 'notes' }, { user }),
    ];
    for (const client of [support, system.client]) await Promise.all(reads(client));
    const noted = (await entries()).toSorted((a, b) => a.action.localeCompare(b.action));
    expect(noted).toEqual(
      ['conversations', 'items', 'metadata', 'search', 'upload'].map((name) =>
        expect.objectContaining({ actor: 'sue', action: `read.${name}`, owner: user, outcome: 'done' }),
      ),
    );
  });

  test("reads of one's own data, and by an application without an actor -> not recorded", async () => {
    system.model.reply(text('Hello.'));
    const own = await clientOf({ user });
    const named = await clientOf({ actor: user });
    const { executionId } = await own.conversation({ flow: 'assistant', user }).ask('Hello');
    for (const client of [own, named, system.client]) {
      await client.conversation({ flow: 'assistant', user }).history();
      await client.executions.get(executionId);
    }
    expect(await entries()).toEqual([]);
    await own.close();
    await named.close();
  });
});

describe('acts', () => {
  test('an answer, a push, a merge, a fork, a deletion -> recorded with any actor', async () => {
    system.model.reply(text('One.'), text('Two.'), text('Merged.'));
    const own = await clientOf({ user });
    const conversation = own.conversation({ flow: 'assistant', user });
    const { turnId } = await conversation.ask('One?');
    const thread = await conversation.openThread({ message: 2, id: 'aside' });
    await thread.ask('Two?');
    await conversation.merge();
    await conversation.fork({ at: turnId, channel: 'copy' });
    await conversation.deleteThread('aside');
    await conversation.deleteThread('none').catch(() => undefined);
    const asking = await system.client.executions.start({ flow: 'asking', text: 'x', user });
    await expect.poll(() => own.executions.waiting()).toHaveLength(1);
    await own.executions.pushStep(asking.executionId, { text: 'a medlar' }).catch(() => undefined);
    await support.executions.answer(asking.executionId, { answer: 'no, a medlar' });
    await asking.result().catch(() => undefined);
    const { workflowId: target } = conversation;
    expect((await entries()).filter(({ action }) => action !== 'flow.change')).toEqual([
      { actor: user, via: 'client', action: 'merge', target, owner: user, outcome: 'done' },
      expect.objectContaining({ action: 'fork', target, owner: user, outcome: 'done' }),
      expect.objectContaining({ action: 'forget.thread', target: `${target}/thread/aside`, outcome: 'done' }),
      expect.objectContaining({ action: 'forget.thread', outcome: 'Conversation.UnknownThread' }),
      expect.objectContaining({ actor: user, action: 'push', target: asking.executionId }),
      expect.objectContaining({ actor: 'sue', action: 'answer', target: asking.executionId, owner: user }),
    ]);
    expect(JSON.stringify(await entries())).not.toContain('medlar');
    await own.close();
  });

  test('a changed flow, a key, a forgotten user -> recorded; an unchanged flow -> not', async () => {
    const by = { actor: 'sue', via: 'command' } as const;
    const flow = assistantFlow('openai:other');
    await registerFlows(system.db, [flow], by);
    await registerFlows(system.db, [flow], by);
    const { id } = await createKey(system.db, { user, admin: false }, by);
    await revokeKey(system.db, id, by);
    await forgetUser(system.db, user, by);
    expect(await entries()).toEqual([
      { ...by, action: 'flow.change', target: 'flow/assistant@2', owner: null, outcome: 'done' },
      { ...by, action: 'key.create', target: `key/${id}`, owner: user, outcome: 'done' },
      { ...by, action: 'key.revoke', target: `key/${id}`, owner: user, outcome: 'done' },
      { ...by, action: 'forget', target: `user/${user}`, owner: user, outcome: 'done' },
    ]);
    await registerFlows(system.db, FLOWS);
  });
});

describe('the log', () => {
  test.each(["update audit_entry set actor = 'nobody'", 'delete from audit_entry', 'truncate audit_entry'])(
    '%s -> refused by the database',
    async (statement) => {
      await expect(sql.raw(statement).execute(system.db)).rejects.toThrow(/only added to/);
    },
  );

  test('entries older than its days -> removed, younger ones stay', async () => {
    await sql`insert into audit_entry (at, actor, via, action, target, outcome)
      values (now() - interval '401 days', 'old', 'client', 'merge', 'x', 'done')`.execute(system.db);
    expect(await pruneAuditLog(system.db)).toBe(1);
    expect(await listAuditEntries(system.db, { actor: 'old', limit: 1 })).toEqual([]);
  });
});

async function entries() {
  const all = await listAuditEntries(system.db, { limit: 100 });
  return all
    .filter(({ id }) => id > seen)
    .reverse()
    .map(({ id: _id, at: _at, ...entry }) => entry);
}

function clientOf(options: ConnectOptions): Promise<Threadline> {
  return connect({
    temporal: { address: system.environment.temporalAddress },
    databaseUrl: system.databaseUrl,
    taskQueue: system.taskQueue,
    ...options,
  });
}
