import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { openDatabase, type Database } from '../../../store/database.js';
import { POLLING } from '../summaries/fixtures/summary-harness.js';
import {
  dataNodes,
  PORTRAIT_USAGE,
  graphSize,
  portraits,
  tell,
  touchingFlow,
  useTouchingSystem,
} from './fixtures/touching-harness.js';

const failAt = new Set<string>();
const harness = useTouchingSystem({
  flows: [touchingFlow(), touchingFlow({ descriptions: false }, 'plain')],
  onPoint: (point) => {
    if (failAt.delete(point)) throw new Error(`failing at ${point}`);
  },
});
const { settled } = harness;

const WHOLE = { nodes: 6, edges: 5 };
const refuse = sql`
  create or replace function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`;

const faults: [string, (db: Database) => Promise<() => Promise<unknown>>][] = [
  [
    'a trigger raises at every row',
    async (db) => {
      await refuse.execute(db);
      await sql`create trigger refuse before insert or update on trajectory_node for each row
        execute function refuse()`.execute(db);
      return () => sql`drop trigger refuse on trajectory_node`.execute(db);
    },
  ],
  [
    'edges alone are refused',
    async (db) => {
      await refuse.execute(db);
      await sql`create trigger refuse before insert on trajectory_edge for each row
        execute function refuse()`.execute(db);
      return () => sql`drop trigger refuse on trajectory_edge`.execute(db);
    },
  ],
  [
    'they are not there',
    async (db) => {
      await sql`alter table trajectory_node rename to gone`.execute(db);
      return () => sql`alter table gone rename to trajectory_node`.execute(db);
    },
  ],
  [
    'somebody has them locked',
    async () => {
      const other = openDatabase({ url: harness.system.databaseUrl });
      let unlock = (): void => undefined;
      let locked = (): void => undefined;
      const isLocked = new Promise<void>((resolve) => (locked = resolve));
      const held = other.transaction().execute(async (trx) => {
        await sql`lock table trajectory_node, trajectory_edge, trajectory_agent in access exclusive mode`.execute(
          trx,
        );
        locked();
        await new Promise<void>((resolve) => (unlock = resolve));
      });
      await isLocked;
      return async () => {
        unlock();
        await held;
        await other.destroy();
      };
    },
  ],
];

let mend: (() => Promise<unknown>) | undefined;
afterEach(async () => {
  failAt.clear();
  await mend?.();
  mend = undefined;
});

async function mended(): Promise<void> {
  await mend?.();
  mend = undefined;
}

describe('a round while the tables of trajectories alone refuse', () => {
  test.each(faults)('C76: %s -> answered; the rows follow, none twice', async (_how, fault) => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    mend = await fault(harness.system.db);
    const answer = await conversation.ask(tell('look', { tables: ['sales'] }));
    expect(answer.text).toBe('It is done.');
    expect((await conversation.ask('hello')).text).toBe('I read: hello');
    const upkeep = harness.system.temporal.workflow.getHandle(`${conversation.workflowId}/upkeep`);
    await expect.poll(() => upkeep.describe().then(({ status }) => status.name), POLLING).toBe('RUNNING');
    await mended();
    await settled(conversation);
    expect(await graphSize(harness.system, conversation)).toEqual({
      nodes: WHOLE.nodes + 2,
      edges: WHOLE.edges + 1,
    });
    expect(await dataNodes(harness.system, conversation)).toMatchObject([
      { name: 'sales', description: 'What sales is.' },
    ]);
    expect(await portraits(harness.system, conversation)).toHaveLength(harness.requests().length - before);
  });

  test('with portraits off -> still recorded, and no model is called', async () => {
    const conversation = harness.conversation('plain');
    const before = harness.requests().length;
    mend = await faults[0]![1](harness.system.db);
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await mended();
    await settled(conversation);
    expect(await graphSize(harness.system, conversation)).toEqual(WHOLE);
    expect(harness.requests()).toHaveLength(before);
  });
});

describe('descriptions that the tables refuse', () => {
  test('for a moment -> the call is counted meanwhile, its text written later', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    mend = await refuseDescriptions();
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await expect
      .poll(() => portraits(harness.system, conversation), POLLING)
      .toMatchObject([{ status: 'adopted', described: 0, input_tokens: PORTRAIT_USAGE.inputTokens }]);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([{ description: null }]);
    await mended();
    await settled(conversation);
    expect(harness.requests()).toHaveLength(before + 1);
    expect(await portraits(harness.system, conversation)).toMatchObject([{ described: 1 }]);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([{ description: 'What sales is.' }]);
  });

  test('permanently -> each call is counted', async () => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    mend = await refuseDescriptions();
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await settled(conversation);
    const calls = harness.requests().length - before;
    expect(calls).toBeGreaterThan(1);
    expect((await conversation.summaries()).usage).toMatchObject([
      { attempts: calls, adopted: 0, described: 0, inputTokens: calls * PORTRAIT_USAGE.inputTokens },
    ]);
  });

  async function refuseDescriptions(): Promise<() => Promise<unknown>> {
    const { db } = harness.system;
    await refuse.execute(db);
    await sql`create trigger refuse before update of description on trajectory_node for each row
      execute function refuse()`.execute(db);
    return () => sql`drop trigger refuse on trajectory_node`.execute(db);
  }
});

describe('an attempt that ends early', () => {
  test('between the answer and its trajectory -> the next one records it, once', async () => {
    const conversation = harness.conversation('plain');
    failAt.add('callModel.stored');
    expect((await conversation.ask(tell('look', { tables: ['sales'] }))).text).toBe('It is done.');
    expect(failAt.size).toBe(0);
    await expect.poll(() => graphSize(harness.system, conversation), POLLING).toEqual(WHOLE);
  });

  test.each([
    ['describeTouched.answered', ['lost', 'adopted']],
    ['describeTouched.counted', ['adopted', 'adopted']],
    ['describeTouched.stored', ['adopted']],
  ] as const)('%s -> described once, each call counted: %j', async (point, statuses) => {
    const conversation = harness.conversation();
    const before = harness.requests().length;
    failAt.add(point);
    await conversation.ask(tell('look', { tables: ['sales'] }));
    await settled(conversation);
    expect(failAt.size).toBe(0);
    expect(harness.requests()).toHaveLength(before + statuses.length);
    expect(await dataNodes(harness.system, conversation)).toMatchObject([
      { description: 'What sales is.', versions: { 1: { description: null } } },
    ]);
    const rows = await portraits(harness.system, conversation);
    expect(rows.map(({ status }) => status)).toEqual(statuses);
  });
});

describe('an execution that does not complete', () => {
  test('fails after its tools ran -> they are in its graph', async () => {
    const conversation = harness.conversation('plain');
    await expect(conversation.ask(tell('look', { tables: ['sales'], fail: true }))).rejects.toThrow();
    await expect
      .poll(() => graphSize(harness.system, conversation), POLLING)
      .toEqual({ nodes: WHOLE.nodes - 1, edges: WHOLE.edges - 1 });
    expect(await dataNodes(harness.system, conversation)).toMatchObject([{ name: 'sales' }]);
  });

  test('and the tables refuse -> still ended; recorded with the next work', async () => {
    const conversation = harness.conversation();
    mend = await faults[0]![1](harness.system.db);
    await expect(conversation.ask(tell('look', { tables: ['sales'], fail: true }))).rejects.toThrow();
    expect(await graphSize(harness.system, conversation)).toEqual({ nodes: 0, edges: 0 });
    await mended();
    await conversation.ask('hello');
    await conversation.ask(tell('look', { tables: ['costs'] }));
    await expect
      .poll(() => graphSize(harness.system, conversation), POLLING)
      .toEqual({ nodes: 5 + 2 + WHOLE.nodes, edges: 4 + 1 + WHOLE.edges });
  });
});
