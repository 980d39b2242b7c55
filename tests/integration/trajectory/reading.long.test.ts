import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { connect } from '../../../client/connect.js';
import type { Trajectory } from '../../../views/trajectory.js';
import type { ConversationHandle } from '../../../client/conversation/handle.js';
import { findRounds } from '../../../store/trajectory/find-rounds.js';
import { loadRounds } from '../../../store/trajectory/restore-rounds.js';
import { sessionFolder } from '../../../store/trajectory/files/session-folder.js';
import { text, toolCalls } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import { TrajectoryGraph } from '../../../trajectory/graph/trajectory-graph.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import { touchedTable } from '../../../trajectory/touched/touched.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { counting } from '../store/fixtures/store-harness.js';

const HOSTILE = `"quoted"\nnext line\u0000 '; drop table x --' \\u0000 \ud800 <script>`;
const STORED = `"quoted"\nnext line '; drop table x --' \\u0000 \ufffd <script>`;

const readTable = defineTool({
  name: 'read_table',
  description: 'Reads a table.',
  input: z.object({ table: z.string() }),
  retry: 'safe',
  execute: ({ table }) => {
    if (table === 'none') throw new Error('There is no such table');
    return { table, total: 18 };
  },
  touches: ({ table }) => [{ type: 'Table', name: table, description: HOSTILE }],
});

let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'trajectories '));
  system = await startTestSystem(inject('environment'), {
    flows: [{ ...agentFlow({ slug: 'shop', tools: ['read_table'] }) }],
    tools: [readTable],
    trajectoryFolder: folder,
  });
});
afterAll(async () => {
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('conversation.trajectory', () => {
  test('C14 C32 C40: three rounds with tools -> one graph from the first question, labels continue, rounds bridged', async () => {
    const { conversation } = await chatted(['orders', 'customers', 'orders']);
    const { session, agents, warnings } = await conversation.trajectory();
    expect({ session, warnings }).toEqual({ session: conversation.workflowId, warnings: [] });
    const { subAgent, view, rounds } = agents[0]!;
    expect({ agents: agents.length, subAgent }).toEqual({ agents: 1, subAgent: 'agent' });
    expect(view).toMatchObject({
      root: 'Query(query00000)',
      rounds: [1, 2, 3],
      pointers: ['State(state00005)'],
    });
    expect(labels(view, 'Action')).toEqual(['action00000', 'action00001', 'action00002']);
    expect(bridges(view, 'Query(query00001)').sort()).toEqual([
      'State(state00001)',
      'Table(table00000)',
      'Tool(tool00000)',
    ]);
    expect(reachedFromRoot(view)).toBe(view.nodes.length);
    expect(rounds).toMatchObject([
      { round: 1, question: 'ask orders', usage: { output: expect.any(Number) } },
      { round: 2, question: 'ask customers' },
      { round: 3, question: 'ask orders' },
    ]);
    expect(rounds[0]!.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  });

  test('what nodes show -> matches the trace: the call with its result, the tool as it was offered', async () => {
    const { conversation } = await chatted(['orders', 'none']);
    const { view } = (await conversation.trajectory()).agents[0]!;
    const said = Object.fromEntries(view.nodes.map((node) => [node.id, node]));
    expect(said['Query(query00000)']!.attributes).toEqual({ query: 'ask orders' });
    expect(said['State(state00001)']!.attributes).toMatchObject({
      content: 'had orders',
      currentStatus: 'stop',
    });
    expect(said['Action(action00000)']!.attributes).toEqual({
      action: 'read_table',
      params: { table: 'orders' },
      output: { table: 'orders', total: 18 },
      success: true,
    });
    expect(said['Action(action00001)']!.attributes).toMatchObject({
      output: expect.stringContaining('There is no such table'),
      success: false,
    });
    expect(said['Tool(tool00000)']).toMatchObject({
      description: 'Reads a table.',
      attributes: { name: 'read_table', params: { type: 'object', required: ['table'] } },
    });
    expect(said['Table(table00000)']!.attributes).toEqual({ path: 'orders' });
    expect(view.nodes.every(({ createdAt }) => /^\d{4}-.*Z$/.test(createdAt))).toBe(true);
  });

  test('C74: names, questions and descriptions full of characters that databases refuse -> stored cleaned', async () => {
    const { conversation } = await chatted([HOSTILE]);
    const { view } = (await conversation.trajectory()).agents[0]!;
    const table = view.nodes.find(({ type }) => type === 'Table')!;
    expect(table).toMatchObject({ description: STORED, attributes: { path: STORED } });
    expect(view.nodes[0]!.attributes['query']).toBe(`ask ${STORED}`);
    expect(touchedTable(view)).toMatchObject([{ name: STORED }, { name: 'read_table' }]);
  });

  test('C35 C37 C38: read twice and restored as a graph -> the same; the tables have no bridge', async () => {
    const { conversation } = await chatted(['orders', 'customers']);
    const [first, second] = [await conversation.trajectory(), await conversation.trajectory()];
    expect(second).toEqual(first);
    const rounds = await findRounds(system.db, { session: undefined, user: userOf(conversation), last: 9 });
    const loaded = await loadRounds(system.db, { rounds });
    expect(loaded.map(({ snapshot }) => snapshot.owner.round)).toEqual([1, 2]);
    for (const { snapshot } of loaded) {
      expect(TrajectoryGraph.restore(snapshot).snapshot()).toEqual(snapshot);
      expect(snapshot.nodes.filter(({ owner }) => owner.round !== snapshot.owner.round)).toEqual([]);
    }
    const { rows } = await sql`select 1 from trajectory_edge where type = 'continues_to'`.execute(system.db);
    expect(rows).toEqual([]);
  });

  test('one round, a turn, the newest, an agent -> only these; an unknown agent -> the known ones', async () => {
    const { conversation, turns } = await chatted(['a', 'b', 'c']);
    const roundsOf = (found: Trajectory) => found.agents.flatMap(({ view }) => view.rounds);
    expect(roundsOf(await conversation.trajectory({ round: 2 }))).toEqual([2]);
    expect(roundsOf(await conversation.trajectory({ turnId: turns[2]! }))).toEqual([3]);
    expect(roundsOf(await conversation.trajectory({ last: 2 }))).toEqual([2, 3]);
    expect(roundsOf(await conversation.trajectory({ subAgent: 'agent', last: 1 }))).toEqual([3]);
    await expect(conversation.trajectory({ subAgent: 'writer' })).rejects.toMatchObject({
      type: 'Client.NotFound',
      message: expect.stringContaining("no trajectory of an agent 'writer'; its agents: 'agent'"),
    });
  });

  test("an unknown id, or another user's -> Client.NotFound", async () => {
    const { conversation } = await chatted(['orders']);
    const { environment, databaseUrl, taskQueue, client } = system;
    const other = await connect({
      temporal: { address: environment.temporalAddress },
      namespace: 'default',
      databaseUrl,
      taskQueue,
      user: 'mallory',
      trajectoryFolder: folder,
    });
    const [execution] = await client.executions.list({ user: userOf(conversation) });
    for (const id of [conversation.workflowId, execution!.executionId])
      await expect(other.executions.trajectory(id)).rejects.toMatchObject({ type: 'Client.NotFound' });
    await other.close();
    await expect(client.executions.trajectory('nothing')).rejects.toMatchObject({
      type: 'Client.NotFound',
      message: "Conversation, turn or execution 'nothing' does not exist",
    });
  });

  test('1 and 5 rounds -> read with the same number of statements', async () => {
    const { conversation } = await chatted(['a', 'b', 'c', 'd', 'e']);
    const { db, take } = counting(system.db);
    const costs = [];
    for (const last of [1, 5]) {
      const rounds = await findRounds(system.db, { user: userOf(conversation), last });
      take();
      expect(await loadRounds(db, { rounds })).toHaveLength(last);
      costs.push(take());
    }
    expect(costs).toEqual([7, 7]);
  });
});

describe('rounds whose rows are gone', () => {
  test('C34: no file either -> skipped, the next one follows the previous one', async () => {
    const { conversation, turns } = await chatted(['a', 'b', 'c']);
    const whole = await conversation.trajectory();
    await loseRows(`${conversation.workflowId}/turn/${turns[1]}`);
    for (const name of filesOf(conversation).filter((file) => file.startsWith('Run2_')))
      rmSync(join(pathOf(conversation), name));
    const { view } = (await conversation.trajectory()).agents[0]!;
    expect(view.rounds).toEqual([1, 3]);
    expect(bridges(view, 'Query(query00002)')).toContain('State(state00001)');
    expect(reachedFromRoot(view)).toBe(view.nodes.length);
    expect(whole.agents[0]!.view.rounds).toEqual([1, 2, 3]);
  });

  test('their files are there -> the same graph and messages as before; the tables alone lost -> from the trace', async () => {
    const { conversation, turns } = await chatted(['a', HOSTILE, 'c']);
    const whole = await conversation.trajectory();
    await sql`delete from trajectory_node where execution_id in
      (select id from execution where workflow_id like ${`${conversation.workflowId}/%`})`.execute(system.db);
    const rebuilt = (await conversation.trajectory({ last: 3 })).agents[0]!.view;
    expect(rebuilt.nodes.map(({ attributes }) => attributes)).toEqual(
      whole.agents[0]!.view.nodes.map(({ attributes }) => attributes),
    );
    const before = await conversation.trajectory();
    await loseRows(`${conversation.workflowId}/turn/${turns[1]}`);
    const restored = await conversation.trajectory();
    expect(restored.agents[0]!.rounds).toEqual(before.agents[0]!.rounds);
    expect(restored.agents[0]!.view.nodes.filter(({ owner }) => owner.round === 2)).toMatchObject(
      whole.agents[0]!.view.nodes.filter(({ owner }) => owner.round === 2).map(
        ({ type, attributes, description }) => ({ type, attributes, description }),
      ),
    );
  });

  test('a damaged or a forged file -> omitted, with a warning that names it', async () => {
    const { conversation, turns } = await chatted(['a', 'b']);
    await loseRows(`${conversation.workflowId}/turn/${turns[0]}`);
    const [graph] = filesOf(conversation).filter((name) => /^Run1_.*(?<!meta)\.json$/.test(name));
    const path = join(pathOf(conversation), graph!);
    const good = readFileSync(path, 'utf8');
    for (const bad of [good.slice(0, 100), good.replaceAll(userOf(conversation), 'mallory')]) {
      writeFileSync(path, bad);
      const { agents, warnings } = await conversation.trajectory();
      expect(agents[0]!.view.rounds).toEqual([2]);
      expect(warnings).toEqual([expect.stringContaining(`File '${graph}' is omitted`)]);
    }
  });

  test('files of a conversation that was closed and begun again -> not used for the new one', async () => {
    const { conversation } = await chatted(['a', 'b']);
    await conversation.close();
    await system.temporal.workflow.getHandle(conversation.workflowId).result();
    system.model.reply(text('anew'));
    await conversation.ask('again');
    const { agents } = await conversation.trajectory();
    expect(agents[0]!.rounds.map(({ question }) => question)).toEqual(['again']);
    expect(filesOf(conversation)).toContain('Run2_Subagent.json');
  });

  test('the tables are locked -> the files, and a warning, within seconds', async () => {
    const { conversation } = await chatted(['a', 'b']);
    const found = await system.db.transaction().execute(async (trx) => {
      await sql`lock table trajectory_node in access exclusive mode`.execute(trx);
      return conversation.trajectory();
    });
    expect(found.agents[0]!.view.rounds).toEqual([1, 2]);
    expect(found.warnings[0]).toContain('The trajectory tables cannot be read');
  });
});

describe('the files of rounds', () => {
  test('a turn that has ended -> two whole files of its round alone, without bridges or system messages', async () => {
    const { conversation } = await chatted(['a', 'b']);
    expect(filesOf(conversation).sort()).toEqual([
      ...['Run1_Subagent.json', 'Run1_Subagent.meta.json', 'Run2_Subagent.json', 'Run2_Subagent.meta.json'],
    ]);
    const read = (name: string) => JSON.parse(readFileSync(join(pathOf(conversation), name), 'utf8'));
    const second = read('Run2_Subagent.json');
    expect(second.nodes[0]).toMatchObject({ id: 'Query(query00001)', attributes: { query: 'ask b' } });
    expect(second.links.map(({ type }: { type: string }) => type)).not.toContain('continues_to');
    expect(second.messages.messages.map(({ role }: { role: string }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'assistant'],
    ]);
    expect(read('Run2_Subagent.meta.json')).toEqual({
      start: 'Query(query00001)',
      pointers: ['State(state00003)'],
    });
  });

  test('a folder that cannot be written -> the turn is still answered', async () => {
    const user = system.newUser();
    writeFileSync(join(folder, user), 'in the way');
    const conversation = system.client.conversation({ flow: 'shop', user });
    system.model.reply(text('fine'));
    expect((await conversation.ask('hello')).text).toBe('fine');
  });
});

async function chatted(tables: readonly string[]) {
  const conversation = system.client.conversation({ flow: 'shop', user: system.newUser() });
  const turns: string[] = [];
  for (const table of tables) {
    system.model.reply(
      toolCalls([{ name: 'read_table', arguments: { table } }]),
      text(`had ${table.slice(0, 9)}`),
    );
    turns.push((await conversation.ask(`ask ${table}`)).turnId);
  }
  await expect.poll(() => filesOf(conversation)).toContain(`Run${tables.length}_Subagent.meta.json`);
  return { conversation, turns };
}

async function loseRows(executionId: string): Promise<void> {
  const lost = await system.db
    .deleteFrom('execution')
    .where('workflow_id', '=', executionId)
    .executeTakeFirst();
  expect(lost.numDeletedRows).toBe(1n);
}

function userOf({ workflowId }: ConversationHandle): string {
  return workflowId.split('/')[2]!;
}

function pathOf(conversation: ConversationHandle): string {
  return sessionFolder(folder, { user: userOf(conversation), session: conversation.workflowId });
}

function filesOf(conversation: ConversationHandle): string[] {
  return readdirSync(pathOf(conversation));
}

function labels({ nodes }: TrajectoryView, type: string): string[] {
  return nodes.filter((node) => node.type === type).map(({ label }) => label);
}

function bridges({ edges }: TrajectoryView, to: string): string[] {
  return edges.filter((edge) => edge.to === to && edge.type === 'continues_to').map(({ from }) => from);
}

function reachedFromRoot({ edges, root }: TrajectoryView): number {
  const reached = new Set([root]);
  for (const id of reached) for (const edge of edges) if (edge.from === id) reached.add(edge.to);
  return reached.size;
}
