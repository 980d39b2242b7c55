import { randomUUID } from 'node:crypto';
import { Client, type WorkflowHandle } from '@temporalio/client';
import { NativeConnection, type Worker, type WorkerOptions } from '@temporalio/worker';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import * as activities from '../../examples/own-worker/order-activities.js';
import { traceActivities, type Span } from '../../examples/own-worker/trace-activities.js';
import { connect } from '../../client/connect.js';
import type { Threadline } from '../../client/threadline.js';
import type { ProjectConfig } from '../../define-config.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { DEFAULT_TOOLS } from '../../extend/tools/default-tools.js';
import { bundleOther, bundleTeam, completedTurns, replayTeam, TEAM } from './fixtures/own-worker-options.js';
import { reversing } from './fixtures/reversing-codec.js';
import { countMarkersAndFailures, countStarts, readEvents, reset, statusOf } from './fixtures/histories.js';
import { queuesOf } from './fixtures/queues-of.js';
import { PARALLEL, starting, TEAM_FLOWS } from './fixtures/team-flows.js';
import { outputsOf } from './flows/fixtures/rows.js';
import { text } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import type { ExecutionResult, MessageReceipt } from '../../workflows/team/index.js';
import { createThreadlineWorker, ThreadlinePlugin } from '../../worker/index.js';

const spans: Span[] = [];
let system: TestSystem;
let project: ProjectConfig;
let connection: NativeConnection;
let client: Threadline;
let stop: () => Promise<void>;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
  connection = await NativeConnection.connect({ address: system.environment.temporalAddress });
  project = {
    flows: [assistantFlow('house:m'), ...TEAM_FLOWS],
    workflows: {
      fulfillOrder: { input: z.object({ order: z.string(), items: z.array(z.string()) }) },
      repeat: { flows: ['repeats'], passStarter: true },
      count: {},
      runOut: {},
      waitForStock: {},
    },
    tools: DEFAULT_TOOLS,
    providers: { house: { taskQueue: `house-${randomUUID()}` } },
    models: { house: { baseUrl: system.model.baseUrl, models: { m: { window: 32_768 } } } },
  };
  const worker = await create({ activities, interceptors: trace() });
  const finished = worker.run();
  client = await connect({
    temporal: { address: system.environment.temporalAddress },
    databaseUrl: system.databaseUrl,
    taskQueue: system.taskQueue,
    temporalClient: { dataConverter: { payloadCodecs: [reversing] } },
  });
  stop = async () => {
    worker.shutdown();
    await finished;
  };
});
afterAll(async () => {
  await client?.close();
  await stop?.();
  await connection?.close();
  await system?.stop({ check: false });
});

describe('createThreadlineWorker', () => {
  test("a chat and a team's Workflow -> both run, a model call by its provider's Worker, with the team's tracer and data converter, and replay", async () => {
    system.model.reply(text('Hello Ada.'));
    const turns = await completedTurns();
    const conversation = client.conversation({ flow: 'assistant', user: system.newUser() });
    const { text: answer, executionId } = await conversation.ask('Hello');
    expect(answer).toBe('Hello Ada.');
    await expect.poll(completedTurns).toBe(turns + 1);
    const order = `order/${system.newUser()}`;
    const handle = await startTeam('fulfillOrder', order, { order, items: ['lamp', 'desk'] });
    expect(await handle.result()).toEqual({ reserved: 2, parcel: `parcel-of-${order}` });
    expect(spans).toContainEqual({ trace: order, activity: 'shipOrder' });
    expect(spans).toContainEqual({ trace: conversation.workflowId, activity: 'callModel' });
    expect(await queuesOf(system.temporal, executionId)).toEqual([project.providers?.house?.taskQueue]);

    const ids = [order, conversation.workflowId, executionId];
    expect(await replay(ids)).toEqual([undefined, undefined, undefined]);
  });

  test("an Activity with the name of Threadline's -> rejected with the name", async () => {
    await expect(create({ activities: { callModel: () => 1 } })).rejects.toThrow(
      "Activity 'callModel' is Threadline's",
    );
  });

  test("a bundle without Threadline's Workflows -> rejected with the fix", async () => {
    await expect(create({ workflowBundle: await bundleOther() })).rejects.toThrow(
      "The 'workflowBundle' lacks Threadline's Workflows",
    );
  });
});

describe("a node that runs a team's Workflow", () => {
  test('a completed Workflow -> its result is the output, it is in the tree and the trajectory, and all replay', async () => {
    const { executionId } = await start('orders', { data: { order: 'o-1', items: ['lamp'] } });
    const view = await ended(executionId);
    expect(view).toMatchObject({ status: 'completed', answer: 'Sent as parcel-of-o-1' });
    const child = system.temporal.workflow.getHandle(`${executionId}/team/1`);
    const described = await child.describe();
    expect(described).toMatchObject({ type: 'fulfillOrder', status: { name: 'COMPLETED' } });
    expect(described.parentExecution?.workflowId).toBe(executionId);
    expect(spans).toContainEqual({ trace: executionId, activity: 'shipOrder' });
    const { agents } = await client.executions.trajectory(executionId);
    const actions = agents.flatMap(({ view }) => view.nodes.map(({ attributes }) => attributes));
    const action = { action: 'team', executions: [child.workflowId] };
    expect(actions).toContainEqual(expect.objectContaining(action));
    expect(await replay([executionId, child.workflowId])).toEqual([undefined, undefined]);
  });

  test('an input that claims another user -> the second argument has the real one', async () => {
    const user = system.newUser();
    const { executionId } = await start('repeats', { text: 'I am bob', user });
    await ended(executionId);
    const starter = { user, flow: 'repeats', executionId, nodeId: 'team' };
    expect((await outputsOf(system, executionId)).team).toEqual({ input: { said: 'I am bob' }, starter });
  });

  test.each([
    ['orders', 'Node.Failed', "The input of Workflow 'fulfillOrder' is invalid: order"],
    ['repeats-too', 'Node.Forbidden', "Workflow 'repeat' is not allowed in flow 'repeats-too'"],
    ['elsewhere', 'Node.Forbidden', "Workflow 'runOut' is not allowed on Task Queue 'payments'"],
    ['runs-out', 'OutOfStock', "Workflow 'runOut' failed: No lamps are left"],
  ])('%s with a wrong start or a failure -> the node fails with %s', async (flow, errorType, message) => {
    const { executionId } = await start(flow, { data: { items: 1 } });
    const errorMessage = expect.stringContaining(message) as string;
    expect(await ended(executionId)).toMatchObject({ status: 'failed', errorType, errorMessage });
    expect(await countMarkersAndFailures(system.temporal.workflow.getHandle(executionId))).toEqual({
      markers: 3,
      failures: 1,
    });
  });

  test('its execution is canceled -> the Workflow is canceled, and its cleanup is awaited', async () => {
    const { executionId } = await start('waits', {});
    const child = system.temporal.workflow.getHandle(`${executionId}/team/1`);
    await expect.poll(() => statusOf(child), { timeout: 10_000 }).toBe('RUNNING');
    await client.executions.cancel(executionId);
    expect(await ended(executionId)).toMatchObject({ status: 'cancelled' });
    expect(await statusOf(child)).toBe('CANCELLED');
  });

  test('an execution is reset after its order -> nothing is ordered twice', async () => {
    const { executionId } = await start('orders', { data: { order: 'o-2', items: ['lamp'] } });
    await ended(executionId);
    await reset(system.temporal, executionId);
    await ended(executionId);
    const query = `WorkflowId = '${executionId}/team/1'`;
    expect((await system.temporal.workflow.count(query)).count).toBe(1);
  });

  test('32 nodes at once with the largest input -> at most 8 start in a Workflow Task, and all complete', async () => {
    const length = 65_534;
    const { executionId } = await start('many', { text: 'x'.repeat(length) });
    expect(await ended(executionId)).toMatchObject({ status: 'completed' });
    const outputs = await outputsOf(system, executionId);
    expect(PARALLEL.map((id) => outputs[id])).toEqual(PARALLEL.map(() => length));
    const events = await readEvents(system.temporal, executionId);
    const { historySize } = await system.temporal.workflow.getHandle(executionId).describe();
    expect(historySize).toBeGreaterThan(4 * 1024 * 1024);
    expect(Math.max(...countStarts(events))).toBe(8);
    expect(events.filter(({ workflowTaskFailedEventAttributes: task }) => task != null)).toEqual([]);
    expect(await replay([executionId])).toEqual([undefined]);
  });

  test('an execution is reset while its Workflow runs -> it waits for the cleanup, then starts another', async () => {
    const { executionId } = await start('waits', {});
    const child = system.temporal.workflow.getHandle(`${executionId}/team/1`);
    await expect.poll(() => statusOf(child), { timeout: 10_000 }).toBe('RUNNING');
    const { runId } = await child.describe();
    await reset(system.temporal, executionId);
    await expect.poll(async () => (await child.describe()).runId, { timeout: 10_000 }).not.toBe(runId);
    expect(await statusOf(system.temporal.workflow.getHandle(child.workflowId, runId))).toBe('CANCELLED');
    await client.executions.cancel(executionId);
    expect(await ended(executionId)).toMatchObject({ status: 'cancelled' });
    expect(await replay([executionId])).toEqual([undefined]);
  });

  test('a type that the project does not allow -> the worker does not start, and the message suggests one', async () => {
    const flows = [starting('wrong', { type: 'fulfilOrder' })];
    await expect(create({}, { project: { ...project, flows } })).rejects.toThrow(
      "the project does not allow this Workflow (did you mean 'fulfillOrder'?); add it to 'workflows'",
    );
  });

  test.each([
    [{ workflows: { conversation: {} } }, "Workflow 'conversation' is Threadline's"],
    [{ auditDays: 7 }, "'auditDays' must be whole days from 30 to 36500"],
  ])('a project with %j -> the worker does not start', async (wrong, message) => {
    await expect(create({}, { project: { ...project, ...wrong } })).rejects.toThrow(message);
  });
});

describe("a team's Workflow that uses Threadline", () => {
  test('an execution -> its child, with the beginning of the answer; all replay', async () => {
    const workflowId = `ask/${system.newUser()}`;
    const { preview, executionId } = await runTeam<ExecutionResult>('askFlow', workflowId, 'Rome');
    expect(preview).toBe('You said Rome');
    expect(executionId).toBe(`execution/says/asked-${encodeURIComponent(workflowId)}`);
    const { parentExecution } = await system.temporal.workflow.getHandle(executionId).describe();
    expect(parentExecution?.workflowId).toBe(workflowId);
    expect(await replay([workflowId, executionId])).toEqual([undefined, undefined]);
  });

  test('an execution with a priority and a key, and a message with a priority -> the Workflows have them, and all replay', async () => {
    const user = system.newUser();
    const workflowId = `run/${user}`;
    const given = { flow: 'says', text: 'Rome', user };
    const { executionId } = await runTeam<ExecutionResult>('run', workflowId, {
      ...given,
      priority: 4,
      fairnessKey: 'batch',
    });
    expect(await priorityOf(executionId)).toMatchObject({ priorityKey: 4, fairnessKey: 'batch' });
    const plain = await runTeam<ExecutionResult>('run', `${workflowId}/plain`, given);
    expect(await priorityOf(plain.executionId)).toMatchObject({ priorityKey: 0, fairnessKey: user });

    system.model.reply(text('Good.'));
    const message = { flow: 'assistant', user, text: 'Hello', turnId: 'one', priority: 2 };
    const sent = await runTeam<MessageReceipt>('tell', `${workflowId}/tell`, message);
    await client.conversation({ flow: 'assistant', user }).ask({ text: 'Hello', turnId: 'one' });
    expect(await priorityOf(sent.executionId)).toMatchObject({ priorityKey: 2, fairnessKey: user });
    expect(await replay([workflowId, `${workflowId}/plain`, `${workflowId}/tell`])).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test('the same message twice to a user without a conversation -> started, answered once; all replay', async () => {
    system.model.reply(text('Good.'));
    const user = system.newUser();
    const workflowId = `tell/${user}`;
    const receipt = await runTeam<MessageReceipt>('sendTwice', workflowId, user);
    const conversation = client.conversation({ flow: 'assistant', user });
    expect(receipt).toEqual({
      turnId: 'news',
      conversationId: conversation.workflowId,
      executionId: `${conversation.workflowId}/turn/news`,
    });
    expect(await conversation.ask({ text: 'The lamp is back.', turnId: 'news' })).toMatchObject({
      text: 'Good.',
    });
    expect(system.model.requests.filter(({ text: said }) => said.includes('The lamp'))).toHaveLength(1);
    expect(await replay([workflowId, conversation.workflowId])).toEqual([undefined, undefined]);
  });

  test("a Workflow that is canceled after its message -> the user's chat continues", async () => {
    const user = system.newUser();
    system.model.reply(text('Noted.'));
    system.model.reply(text('Good.'));
    const writer = await startTeam('sendAndWait', `wait/${user}`, user);
    const conversation = client.conversation({ flow: 'assistant', user });
    await expect
      .poll(() => statusOf(system.temporal.workflow.getHandle(conversation.workflowId)))
      .toBe('RUNNING');
    await writer.cancel();
    await writer.result().catch(() => undefined);
    expect(await conversation.ask({ text: 'Still there?' })).toMatchObject({ text: 'Good.' });
  });

  test.each([
    ['an empty user', { user: '' }, 'Conversation.InvalidId'],
    ['a turn id that is too long', { turnId: 'x'.repeat(65) }, 'Conversation.InvalidTurn'],
    ['a priority that does not exist', { priority: 6 }, 'Conversation.InvalidTurn'],
  ])('%s -> the Workflow fails, and nothing is sent', async (_, given, type) => {
    const message = { flow: 'assistant', user: system.newUser(), text: 'Hello', ...given };
    const told = runTeam('tell', `told/${randomUUID()}`, message);
    await expect(told).rejects.toMatchObject({ cause: { type } });
  });

  test('an execution with a priority that does not exist -> the Workflow fails, and nothing starts', async () => {
    const ran = runTeam('run', `ran/${randomUUID()}`, { flow: 'says', text: 'Rome', priority: 6 });
    await expect(ran).rejects.toMatchObject({ cause: { type: 'Conversation.InvalidTurn' } });
  });
});

function startTeam(type: string, workflowId: string, input: unknown): Promise<WorkflowHandle> {
  const temporal = new Client({
    connection: system.temporal.connection,
    dataConverter: TEAM.dataConverter,
    plugins: [new ThreadlinePlugin({})],
  });
  return temporal.workflow.start(type, { taskQueue: system.taskQueue, workflowId, args: [input] });
}

async function runTeam<Result>(type: string, workflowId: string, input: unknown): Promise<Result> {
  const handle = await startTeam(type, workflowId, input);
  return handle.result() as Promise<Result>;
}

function start(flow: string, input: { text?: string; data?: object; user?: string }) {
  return client.executions.start({ flow, text: 'Go', user: system.newUser(), ...input });
}

async function priorityOf(workflowId: string) {
  return (await system.temporal.workflow.getHandle(workflowId).describe()).priority;
}

async function ended(executionId: string) {
  const { temporal } = system;
  await temporal.workflow
    .getHandle(executionId)
    .result()
    .catch(() => undefined);
  return client.executions.get(executionId);
}

function replay(ids: readonly string[]): Promise<unknown[]> {
  return replayTeam(system.temporal, ids);
}

async function create(
  options: Partial<WorkerOptions>,
  given: { project?: ProjectConfig } = {},
): Promise<Worker> {
  const { taskQueue, databaseUrl } = system;
  const worker = { ...TEAM, connection, taskQueue, workflowBundle: await bundleTeam(), ...options };
  return createThreadlineWorker({ project, ...given, databaseUrl, worker });
}

function trace(): WorkerOptions['interceptors'] {
  return { ...TEAM.interceptors, activity: [traceActivities((span) => spans.push(span))] };
}
