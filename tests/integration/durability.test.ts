import { createServer, connect as connectSocket, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { assistantFlow } from '../../flow/default-flow.js';
import { createModelRegistry } from '../../models/registry.js';
import { openDatabase } from '../../store/database.js';
import { payloadTexts, summarizeHistory } from '../../testing/history-summary.js';
import { gated, lastToolResults, text, toolCalls } from '../../testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';
import { QUICK_TIMING } from '../../testing/test-worker.js';
import { defineTool } from '../../tools/define-tool.js';
import { createToolRegistry } from '../../tools/tool-registry.js';
import { createWorker } from '../../worker/create-worker.js';

const big = defineTool({
  name: 'big',
  description: 'Returns five megabytes.',
  input: z.object({}),
  execute: () => 'big '.repeat(1_310_720),
});
const keys: string[] = [];
const once = defineTool({
  name: 'once',
  description: 'Must not run twice.',
  input: z.object({}),
  execute: (_input, { idempotencyKey }) => {
    keys.push(idempotencyKey);
    return 'ran';
  },
});

let system: TestSystem;
let failPoint: string | undefined;
beforeAll(async () => {
  const flow = assistantFlow(SCRIPTED_MODEL);
  const nodes = flow.nodes.map((node) =>
    node.kind === 'agent' ? { ...node, config: { ...node.config, tools: ['big', 'once'] } } : node,
  );
  system = await startTestSystem(inject('environment'), {
    flows: [{ ...flow, nodes, trajectory: { portraits: false } }],
    tools: [big, once],
    onPoint: (point) => {
      if (point !== failPoint) return;
      failPoint = undefined;
      throw new Error(`Fault at ${point}`);
    },
  });
});
afterAll(() => system?.stop());

function conversationOf() {
  return system.client.conversation({ flow: 'assistant', user: system.newUser() });
}

describe('large and late things', () => {
  test('T2: a tool result of 5 MB -> stored whole in Postgres, the model gets a pointer, only ids in the history', async () => {
    system.model.reply(toolCalls([{ name: 'big', arguments: {} }]), text('done'));
    const { executionId } = await conversationOf().ask('go');
    const execution = system.temporal.workflow.getHandle(executionId);
    expect((await summarizeHistory(execution)).bytes).toBeLessThan(16_384);
    expect((await payloadTexts(execution)).join('')).not.toContain('big big');
    const [result] = lastToolResults(system.model.requests.at(-1)!);
    expect(result!.text).toContain('stored as artifact:big-1.1.txt; read it with read_artifact');
    expect(JSON.stringify(system.model.requests.at(-1)!.body).length).toBeLessThan(60_000);
    const artifacts = await system.db.selectFrom('artifact').select(['name', 'content']).execute();
    expect(artifacts.map(({ name }) => name)).toEqual(['big-1.1.txt']);
    expect(artifacts[0]!.content.equals(Buffer.from('big '.repeat(1_310_720)))).toBe(true);
  });

  test('T13: the parent is terminated -> its execution is cancelled, rows follow', async () => {
    const conversation = conversationOf();
    const running = gated('a', 'b');
    system.model.reply(running);
    const { executionId } = await conversation.submit('go');
    await running.started;
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    await expect(system.temporal.workflow.getHandle(executionId).result()).rejects.toThrow(/cancel/i);
    expect(await system.client.executions.get(executionId)).toMatchObject({ status: 'cancelled' });
  });

  test('T20: after the conversation has ended -> tree, history and answer are still readable', async () => {
    const conversation = conversationOf();
    system.model.reply(text('kept'));
    const { executionId } = await conversation.ask('go');
    await system.temporal.workflow.getHandle(conversation.workflowId).terminate();
    expect(await system.client.executions.tree(conversation.workflowId)).toMatchObject([
      { executionId, status: 'completed', children: [] },
    ]);
    expect(await system.client.executions.get(executionId)).toMatchObject({ answer: 'kept' });
    expect((await conversation.history()).messages).toHaveLength(2);
  });

  test("P67: the turn's execution cannot start -> typed error, nothing pending, the conversation goes on", async () => {
    const conversation = conversationOf();
    // A stranger took the Workflow ID; its own checks made it fail.
    const forged = await system.temporal.workflow.start('execution', {
      taskQueue: system.taskQueue,
      workflowId: `${conversation.workflowId}/turn/t1`,
      args: [{ flow: 'assistant', text: 'x' }],
    });
    await forged.result().catch(() => undefined);
    await expect(conversation.ask({ text: 'hi', turnId: 't1' })).rejects.toMatchObject({
      type: 'Execution.Ended',
    });
    system.model.reply(text('fine'));
    expect((await conversation.ask('next')).text).toBe('fine');
    expect(
      await system.db.selectFrom('execution').select('id').where('status', '=', 'running').execute(),
    ).toEqual([]);
  });

  test('a tool that may not run twice, interrupted after it ran -> not run again, the model is told', async () => {
    const conversation = conversationOf();
    system.model.reply(toolCalls([{ name: 'once', arguments: {} }]), text('understood'));
    keys.length = 0;
    failPoint = 'runTool.ran';
    const { executionId } = await conversation.ask('go');
    expect(keys).toEqual([`${executionId}/1/${toolCallId()}`]);
    const result = system.model.requests.at(-1)!.messages.at(-1)!;
    expect(String(result.content)).toMatch(/interrupted and its outcome is unknown/);
  });

  function toolCallId(): string {
    const message = system.model.requests.at(-1)!.messages.find((candidate) => candidate.role === 'tool');
    return String(message?.tool_call_id);
  }
});

describe('Postgres away', () => {
  test('for two seconds in the middle of a turn -> the turn is answered once when it is back', async () => {
    const other = await startTestSystem(inject('environment'), { withoutWorker: true });
    const proxy = await startProxy(other.databaseUrl);
    const db = openDatabase({ url: proxy.url });
    const connection = await NativeConnection.connect({ address: other.environment.temporalAddress });
    const worker = await createWorker({
      connection,
      namespace: 'default',
      taskQueue: other.taskQueue,
      workflowBundle: { codePath: other.environment.bundlePath },
      db,
      models: createModelRegistry({ openai: { apiKey: 'test', baseUrl: other.model.baseUrl } }),
      tools: createToolRegistry([big, once]),
      timing: QUICK_TIMING,
      worker: { shutdownGraceTime: '1s' },
    });
    await worker.runUntil(async () => {
      const conversation = other.client.conversation({ flow: 'plain', user: other.newUser() });
      await other.db.insertInto('flow').values({ slug: 'plain', current_version: 1 }).execute();
      const definition = {
        slug: 'plain',
        name: 'Plain',
        nodes: [
          { id: 'chat', kind: 'chat' },
          { id: 'a', kind: 'agent', config: { model: SCRIPTED_MODEL } },
        ],
        edges: [{ from: 'chat', to: 'a' }],
      };
      await other.db
        .insertInto('flow_version')
        .values({ flow_slug: 'plain', version: 1, definition: JSON.stringify(definition), hash: 'x' })
        .execute();
      const running = gated('first ', 'half');
      other.model.reply(running, text('after all'), text('next'));
      const { turnId } = await conversation.submit('go');
      await running.started;
      proxy.cut();
      running.release();
      await sleep(2_000);
      proxy.heal();
      const events = [];
      for await (const event of conversation.stream(turnId)) events.push(event);
      expect(events.at(-1)).toMatchObject({ type: 'done', text: 'after all' });
      expect((await conversation.ask('next?')).text).toBe('next');
      expect((await conversation.history()).messages).toHaveLength(4);
    });
    await db.destroy();
    await connection.close();
    await proxy.close();
    await other.stop();
  });
});

/** A TCP proxy before Postgres that can go away: connections are closed, new ones refused. */
async function startProxy(
  databaseUrl: string,
): Promise<{ url: string; cut(): void; heal(): void; close(): Promise<void> }> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server: Server = createServer((socket) => {
    if (isCut) return void socket.destroy();
    const upstream = connectSocket(Number(target.port), target.hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => end.destroy());
    }
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
    upstream.on('close', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    heal() {
      isCut = false;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
