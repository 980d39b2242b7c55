import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { agent, chat, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { sumPortraitUsage } from '../../../store/trajectory/portrait-usage.js';
import { forgetUser } from '../../../store/users/forget-user.js';
import { eventTypes } from '../../../packages/testing/history-summary.js';
import { gated } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { upkeepEnded } from '../summaries/fixtures/summary-harness.js';
import { namesIn, tell, touchingFlow, useTouchingSystem } from './fixtures/touching-harness.js';

const ABOVE = {
  ...defineFlow({
    slug: 'above',
    name: 'above',
    nodes: {
      chat: chat(),
      child: subflow({ flow: 'touching' }),
      say: agent({ model: SCRIPTED_MODEL, system: 'Answer plainly.', prompt: 'say it' }),
    },
    edges: [
      ['chat', 'child'],
      ['child', 'say'],
    ],
  }),
  trajectory: { descriptions: true },
};

const RESCUED = {
  ...defineFlow({
    slug: 'rescued',
    name: 'rescued',
    nodes: { chat: chat(), child: subflow({ flow: 'touching' }), say: reply({ text: 'rescued' }) },
    edges: [
      ['chat', 'child'],
      ['child', 'say', { on: 'error' }],
    ],
  }),
  trajectory: { descriptions: { model: SCRIPTED_MODEL } },
};

const harness = useTouchingSystem({
  flows: [touchingFlow(), touchingFlow({ descriptions: false }, 'private'), ABOVE, RESCUED],
});

describe('what an execution outside conversations touched', () => {
  test('-> answered before it is described, by a separate upkeep that outlives it', async () => {
    const slow = gated('{"1": "Sales by', ' month."}');
    harness.reply(slow);
    const { executionId, answer } = await run('touching', tell('look', { tables: ['sales'] }));
    expect(answer).toBe('It is done.');
    await slow.started;
    expect(await things(executionId)).toMatchObject([{ name: 'sales', description: null }]);
    slow.release();
    await upkeepEnded(harness.system, { workflowId: executionId });
    expect(await things(executionId)).toEqual([
      { name: 'sales', description: 'Sales by month.', versions: { 1: { description: null } } },
    ]);
    expect(await usage(executionId)).toMatchObject({ attempts: 1, adopted: 1, described: 1 });
  });

  test("a thing of a sub-execution -> described once, by the root's upkeep", async () => {
    const before = harness.requests().length;
    const { executionId } = await run('above', tell('look', { tables: ['stock', 'stock'] }), 'ada');
    await upkeepEnded(harness.system, { workflowId: executionId });
    expect(await things(executionId)).toMatchObject([{ name: 'stock', description: 'What stock is.' }]);
    expect(harness.requests().slice(before).map(namesIn)).toEqual([['stock']]);
  });

  test('a thing of a failed sub-execution -> still described', async () => {
    const text = tell('look', { tables: ['rents'], fail: true });
    const { executionId, answer } = await run('rescued', text, 'ada');
    expect(answer).toBe('rescued');
    await upkeepEnded(harness.system, { workflowId: executionId });
    expect(await things(executionId)).toMatchObject([{ name: 'rents', description: 'What rents is.' }]);
  });

  test('it failed -> still described, because no next turn would do it', async () => {
    const started = await harness.system.client.executions.start({
      flow: 'touching',
      text: tell('look', { tables: ['costs'], fail: true }),
    });
    await expect(started.result()).rejects.toMatchObject({ type: 'Model.Authentication' });
    await upkeepEnded(harness.system, { workflowId: started.executionId });
    expect(await things(started.executionId)).toMatchObject([
      { name: 'costs', description: 'What costs is.' },
    ]);
  });

  test.each([
    ['descriptions are switched off', 'private', tell('look', { tables: ['sales'] })],
    ['nothing was touched', 'touching', 'hello'],
  ])('%s -> no upkeep, no more events', async (_name, flow, text) => {
    const { executionId } = await run(flow, text);
    const types = await eventTypes(harness.system.temporal.workflow.getHandle(executionId));
    expect(types.filter((type) => type.startsWith('START_CHILD'))).toEqual([]);
    expect(types.at(-1)).toBe('WORKFLOW_EXECUTION_COMPLETED');
    const upkeep = harness.system.temporal.workflow.getHandle(`${executionId}/upkeep`);
    await expect(upkeep.describe()).rejects.toThrow();
  });

  test('its user is forgotten -> the descriptions are deleted', async () => {
    const user = harness.system.newUser();
    const { executionId } = await run('touching', tell('look', { tables: ['wages'] }), user);
    await upkeepEnded(harness.system, { workflowId: executionId });
    const { rows: before } = await rowsFor(executionId);
    expect(before).toHaveLength(1);
    const { id } = before[0]!;
    await forgetUser(harness.system.db, user, { actor: 'test', via: 'client' });
    const { rows: after } = await sql`select from portrait where execution_id = ${id}`.execute(
      harness.system.db,
    );
    expect(after).toEqual([]);
  });
});

describe('an upkeep that somebody starts by hand', () => {
  test.each([
    ['a turn', { executionId: 'conversation/touching/ada/turn/1' }, "'conversation/touching/ada/turn/1'"],
    ['a number', { executionId: 7 }, "'7'"],
  ])('for %s -> refused, with the reason', async (_name, input, named) => {
    const { temporal, taskQueue } = harness.system;
    const upkeep = await temporal.workflow.start('upkeep', {
      workflowId: `${input.executionId}/upkeep`,
      taskQueue,
      args: [input],
    });
    await expect(upkeep.result()).rejects.toMatchObject({
      cause: {
        type: 'Conversation.InvalidId',
        message: `The executionId ${named} is not the Workflow ID of an execution outside a conversation`,
      },
    });
  });

  test('for an execution that does not exist -> no work', async () => {
    const { temporal, taskQueue } = harness.system;
    const executionId = 'execution/touching/nobody';
    const upkeep = await temporal.workflow.start('upkeep', {
      workflowId: `${executionId}/upkeep`,
      taskQueue,
      args: [{ executionId }],
    });
    await upkeep.result();
  });
});

async function run(flow: string, text: string, user?: string) {
  const started = await harness.system.client.executions.start({ flow, text, user });
  return { executionId: started.executionId, answer: await started.result() };
}

async function things(executionId: string) {
  const { rows } = await sql`
    select node.name, description, versions from trajectory_node node
    join execution own on own.id = node.execution_id
    left join execution root on root.id = own.root_id
    where coalesce(root.workflow_id, own.workflow_id) = ${executionId}
      and type not in ('Query', 'State', 'Action', 'Response', 'Tool')`.execute(harness.system.db);
  return rows;
}

function rowsFor(executionId: string) {
  return sql<{ id: number }>`select execution.id from portrait join execution on execution.id = execution_id
    where workflow_id = ${executionId}`.execute(harness.system.db);
}

async function usage(executionId: string) {
  const { rows } = await rowsFor(executionId);
  return sumPortraitUsage(harness.system.db, { executionId: rows[0]!.id });
}
