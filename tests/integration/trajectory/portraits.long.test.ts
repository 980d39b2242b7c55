import { describe, expect, test } from 'vitest';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { eventTypes, scheduledTypes } from '../../../packages/testing/history-summary.js';
import { fault, gated, text, type Reply } from '../../../packages/testing/model-server/index.js';
import { requestText } from '../context/fixtures/requests.js';
import { POLLING } from '../summaries/fixtures/summary-harness.js';
import {
  dataNodes,
  namesIn,
  portraits,
  tell,
  touchingFlow,
  useTouchingSystem,
} from './fixtures/touching-harness.js';

const harness = useTouchingSystem();
const { settled } = harness;

function tables(count: number, prefix = 'table'): string[] {
  return Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`);
}

describe('what an agent touched', () => {
  test('C52: a slow portrait -> answered, and ready for the next turn, before it is done; upkeep awaits it', async () => {
    const conversation = harness.conversation();
    const upkeep = harness.system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`);
    const slow = gated('{"1": "Sales by', ' month."}');
    harness.reply(slow);
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await slow.started;
    expect((await conversation.ask('hello')).text).toBe('I read: hello');
    expect(await dataNodes(harness.system, conversation)).toMatchObject([{ description: null }]);
    expect((await upkeep.describe()).status.name).toBe('RUNNING');
    slow.release();
    await upkeep.result();
    expect(await dataNodes(harness.system, conversation)).toEqual([
      {
        type: 'Table',
        name: 'sales',
        position: 1,
        description: 'Sales by month.',
        versions: { 1: { description: null } },
      },
    ]);
  });

  test("the model's input -> how the agent came to it, and its beginning", async () => {
    const conversation = harness.conversation();
    await conversation.ask(tell('look', { tables: ['costs'] }));
    await settled(conversation);
    expect(requestText(harness.requests().at(-1)!)).toContain(`<thing number="1">
type: Table
name: costs
attributes: {"path":"db/costs"}
asked: look {"tables":["costs"]}
thought: I will see to it.
action: look({"tables":["costs"]})
content:
rows of costs
</thing>`);
  });

  test('an artifact -> its beginning, at most 50 rows; the next turn has its own', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    for (let turn = 1; turn <= 2; turn += 1) {
      await conversation.ask(tell('export'));
      await described(conversation, turn);
    }
    const asked = harness.requests().slice(before);
    expect(asked.map(namesIn)).toEqual([['export-1.1.txt'], ['export-1.1.txt']]);
    const [, content = ''] = /content:\n([^<]*)\n<\/thing>/.exec(requestText(asked[0]!)) ?? [];
    expect(content).toMatch(/^0,harbour\n1,harbour\n/);
    expect(content.length).toBeLessThanOrEqual(600);
    expect(content.split('\n').length).toBeLessThanOrEqual(51);
  });

  test('12 things -> one call; its cost is in rows, and shown', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    await conversation.ask(tell('look', { tables: tables(12) }));
    await settled(conversation);
    expect(harness.requests()).toHaveLength(before + 1);
    const nodes = await dataNodes(harness.system, conversation);
    expect(nodes.map(({ description }) => description)).toEqual(tables(12).map((name) => `What ${name} is.`));
    expect(await portraits(harness.system, conversation)).toMatchObject([
      {
        ordinal: 1,
        position: 1,
        status: 'adopted',
        reason: null,
        described: 12,
        model: 'openai:scripted',
        input_tokens: 200,
        output_tokens: 20,
      },
    ]);
    expect((await conversation.summaries()).usage).toMatchObject([
      { way: 'descriptions', attempts: 1, adopted: 1, described: 12, inputTokens: 200, outputTokens: 20 },
    ]);
  });

  test('more than one Activity describes -> all of them after the same turn, the newest first', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    await conversation.ask(tell('look', { tables: tables(70) }));
    await settled(conversation);
    const asked = harness.requests().slice(before).map(namesIn);
    expect(asked.map(({ length }) => length)).toEqual([20, 20, 20, 10]);
    expect(asked.flat()).toEqual(tables(70));
    expect(await undescribed(conversation)).toEqual([]);
    const types = await eventTypes(upkeepOf(conversation.workflowId));
    expect(types.filter((type) => type === 'ACTIVITY_TASK_SCHEDULED')).toHaveLength(2);
  });

  test('C55: the same thing twice, in a turn and in the next -> one call', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    await conversation.ask(tell('look', { tables: ['sales', 'sales'] }));
    await settled(conversation);
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await expect
      .poll(async () => (await dataNodes(harness.system, conversation)).at(-1), POLLING)
      .toMatchObject({
        position: 2,
        description: 'What sales is.',
        versions: { 1: { description: null } },
      });
    expect(await dataNodes(harness.system, conversation)).toHaveLength(2);
    expect(harness.requests()).toHaveLength(before + 1);
  });

  test('a tool that a call found -> described like other data; the called one keeps its own description', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    await conversation.ask(tell('note', { thing: { type: 'Tool', name: 'plotter' } }));
    await settled(conversation);
    expect(harness.requests().slice(before).map(namesIn)).toEqual([['plotter']]);
    const { nodes } = (await conversation.trajectory()).agents[0]!.view;
    const described = nodes.flatMap(({ type, attributes, description }) =>
      type === 'Tool' ? [[attributes['name'], description]] : [],
    );
    expect(described).toEqual([
      ['note', expect.stringMatching(/./)],
      ['plotter', 'What plotter is.'],
    ]);
  });

  test('described by the tool itself -> no call, and no upkeep', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    const thing = { type: 'Skill', name: 'charts', description: 'Draws charts.' };
    await conversation.ask(tell('note', { thing }));
    await conversation.ask('hello');
    expect(await dataNodes(harness.system, conversation)).toMatchObject([{ ...thing, versions: null }]);
    expect(harness.requests()).toHaveLength(before);
    await expect(upkeepOf(conversation.workflowId).describe()).rejects.toThrow();
  });
});

describe('a model that describes nothing', () => {
  const cases: [string, Reply[], string, RegExp][] = [
    ['throws', [fault.status(401)], 'failed', /./],
    ['is down', Array.from({ length: 4 }, () => fault.status(503)), 'failed', /./],
    ['refuses', [text("I'm sorry, but I can't help with that.")], 'unusable', /described 0 of 2/],
    ['answers what nobody can read', [text('{"a": ["b"]}')], 'unusable', /described 0 of 2/],
  ];

  test.each(cases)('C53: %s -> default description, a row with the reason, never retried', async (...one) => {
    const [, replies, status, reason] = one;
    const conversation = harness.conversation();
    const before = harness.requests().length;
    harness.reply(...replies);
    expect((await conversation.ask(tell('look', { tables: tables(2) }))).text).toBe('It is done.');
    await settled(conversation);
    expect(harness.requests()).toHaveLength(before + replies.length);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([
      { description: 'default description' },
      { description: 'default description' },
    ]);
    const [row] = await portraits(harness.system, conversation);
    expect(row).toMatchObject({ status, described: 0 });
    expect(row!.reason).toMatch(reason);
    await conversation.ask(tell('look', { tables: ['other'] }));
    await described(conversation, 2);
    expect(namesIn(harness.requests().at(-1)!)).toEqual(['other']);
  });

  test('omits some -> the default description for those', async () => {
    const conversation = harness.conversation();
    harness.reply(text('{"2": "The second."}'));
    await conversation.ask(tell('look', { tables: tables(2) }));
    await settled(conversation);
    expect((await dataNodes(harness.system, conversation)).map(({ description }) => description)).toEqual([
      'default description',
      'The second.',
    ]);
    expect(await portraits(harness.system, conversation)).toMatchObject([
      { status: 'adopted', described: 1, reason: 'The answer described 1 of 2 things' },
    ]);
  });

  test('finds it too long -> called with fewer', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    harness.reply(fault.contextLength({ limit: 1, actual: 2 }));
    await conversation.ask(tell('look', { tables: tables(8) }));
    await settled(conversation);
    expect(
      harness
        .requests()
        .slice(before)
        .map((request) => namesIn(request).length),
    ).toEqual([8, 2, 2, 2, 2]);
    const said = (await dataNodes(harness.system, conversation)).map(({ description }) => description);
    expect(said).toEqual(tables(8).map((name) => `What ${name} is.`));
  });

  test('finds everything too long -> default descriptions in the end', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    const sizes = [6, 2, 1, 5, 2, 1, 4, 1, 3, 1, 2, 1, 1];
    harness.reply(...sizes.map(() => fault.contextLength({ limit: 1, actual: 2 })));
    await conversation.ask(tell('look', { tables: tables(6) }));
    await settled(conversation);
    const asked = harness.requests().slice(before);
    expect(asked.map((request) => namesIn(request).length)).toEqual(sizes);
    const said = (await dataNodes(harness.system, conversation)).map(({ description }) => description);
    expect(said).toEqual(sizes.slice(0, 6).map(() => 'default description'));
  });

  test('fails with more things left -> the next call describes those', async () => {
    const conversation = harness.conversation();
    harness.reply(fault.status(401));
    await conversation.ask(tell('look', { tables: tables(25) }));
    await settled(conversation);
    const said = (await dataNodes(harness.system, conversation)).map(({ description }) => description);
    expect(said.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'default description'));
    expect(said.slice(20)).toEqual(
      tables(25)
        .slice(20)
        .map((name) => `What ${name} is.`),
    );
  });
});

describe('the settings of a flow', () => {
  test('no setting for descriptions -> no call, and no Workflow', async () => {
    await harness.register({ ...touchingFlow({}, 'off'), trajectory: {} });
    const conversation = harness.conversation('off');
    const before = harness.requests().length;
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await conversation.ask('hello');
    expect(await dataNodes(harness.system, conversation)).toMatchObject([{ description: null }]);
    expect(harness.requests()).toHaveLength(before);
    await expect(upkeepOf(conversation.workflowId).describe()).rejects.toThrow();
  });

  test('a model of their own -> that one describes', async () => {
    await harness.register(touchingFlow({ descriptions: { model: 'openai:scripted-small' } }, 'small'));
    const conversation = harness.conversation('small');
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await settled(conversation);
    expect(harness.requests().at(-1)!.body['model']).toBe('scripted-small');
    expect(await portraits(harness.system, conversation)).toMatchObject([{ model: 'openai:scripted-small' }]);
  });

  test('the offline model -> describes from its input', async () => {
    await harness.register(touchingFlow({ descriptions: { model: 'offline:demo' } }, 'offline'));
    const conversation = harness.conversation('offline');
    await conversation.ask(tell('look', { tables: tables(2) }));
    await settled(conversation);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([
      { description: 'Table touched by look: rows of table1 and table2' },
      { description: 'Table touched by look: rows of table1 and table2' },
    ]);
  });
});

describe('events', () => {
  test('a turn that touches something -> three more events beside Workflow Tasks in the conversation; other turns none', async () => {
    const conversation = harness.conversation();
    const handle = harness.system.temporal.workflow.getHandle(conversation.workflowId);
    const events: number[] = [];
    for (let turn = 1; turn <= 5; turn += 1) {
      const before = turn === 1 ? 0 : (await scheduledTypes(handle)).length;
      await conversation.ask(turn % 2 === 0 ? tell('look', { tables: [`t${turn}`] }) : 'hello');
      await expect.poll(async () => isQuiet(await eventTypes(handle)), POLLING).toBe(true);
      events.push((await scheduledTypes(handle)).length - before);
    }
    expect(events.slice(1)).toEqual([9, 6, 9, 6]);
  });
});

function upkeepOf(conversationId: string) {
  return harness.system.temporal.workflow.getHandle(`${conversationId}/upkeep`);
}

async function undescribed(conversation: ConversationHandle) {
  const nodes = await dataNodes(harness.system, conversation);
  return nodes.filter(({ description }) => description === null);
}

function isQuiet(types: readonly string[]): boolean {
  const count = (type: string) => types.filter((one) => one === type).length;
  const started = count('START_CHILD_WORKFLOW_EXECUTION_INITIATED');
  return (
    count('CHILD_WORKFLOW_EXECUTION_COMPLETED') === started && types.at(-1) === 'WORKFLOW_TASK_COMPLETED'
  );
}

async function described(conversation: ConversationHandle, calls: number): Promise<void> {
  await expect.poll(async () => (await portraits(harness.system, conversation)).length, POLLING).toBe(calls);
  await settled(conversation);
}
