import { createServer, connect as connectSocket, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import { describe, expect, inject, test } from 'vitest';
import { createModelRegistry } from '../../models/model-registry.js';
import { openDatabase } from '../../store/database.js';
import { gated, text } from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem } from '../../packages/testing/test-system.js';
import { QUICK_TIMING } from '../../packages/testing/test-worker.js';
import { createToolRegistry } from '../../extend/tools/tool-registry.js';
import { createWorker } from '../../worker/create-worker.js';

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
      tools: createToolRegistry([]),
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
        .values({
          flow_slug: 'plain',
          version: 1,
          definition: JSON.stringify(definition),
          hash: 'x',
          needs: JSON.stringify({ tools: [], kinds: [], models: [] }),
        })
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
