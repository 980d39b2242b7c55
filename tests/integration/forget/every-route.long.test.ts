import { Runtime } from '@temporalio/worker';
import { Hono } from 'hono';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { assistantFlow } from '../../../flow/default-flow.js';
import { approval, manual, reply } from '../../../flow/kinds/node-kinds.js';
import { FAMILIES } from '../../../packages/gateway/create-gateway.js';
import { OpenStreams } from '../../../packages/gateway/access/open-streams.js';
import type { GatewayEnv } from '../../../packages/gateway/gateway-env.js';
import { restFamily } from '../../../packages/gateway/rest/rest-family.js';
import { fault, text, toolCalls, type ModelRequest } from '../../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { DEFAULT_TOOLS } from '../../../extend/tools/default-tools.js';
import { definePageTool } from '../../../extend/tools/define-tool.js';
import { agentFlow } from '../context/fixtures/agent-flow.js';
import { serveGateway, type ServedGateway } from '../gateway/serve-gateway.js';
import { findIn, findInFolder, findInPostgres, findInTemporal } from './find-words.js';
import type { Garden, Send } from './garden.js';
import { PLANTS } from './plants.js';

let system: TestSystem;
let gateway: ServedGateway;
let folder: string;
const logged: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'forgotten '));
  hearWorkers();
  system = await startTestSystem(inject('environment'), {
    model: { script },
    trajectoryFolder: folder,
    tools: [
      ...DEFAULT_TOOLS,
      definePageTool({ name: 'choose', description: 'Asks the user', input: z.object({ of: z.string() }) }),
    ],
    flows: [
      assistantFlow(SCRIPTED_MODEL),
      agentFlow({ slug: 'shop', tools: ['choose'] }),
      defineFlow({
        slug: 'asking',
        name: 'Asking',
        nodes: {
          start: manual(),
          ask: approval({
            prompt: 'Send {{ trigger.text }} about {{ trigger.data.topic }}?',
            missing: 'empty',
          }),
          say: reply({ text: 'Sent' }),
        },
        edges: [
          ['start', 'ask'],
          ['ask', 'say'],
        ],
      }),
    ],
  });
  gateway = await serveGateway(system, {
    limits: { requestsPerMinute: 1_000_000, failedAttemptsPerMinute: 1_000_000, openStreams: 10_000 },
    shareDays: 7,
    log: (facts) => logged.push(JSON.stringify(facts)),
  });
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('forget', () => {
  test(
    'words sent through every route that accepts text -> none remains anywhere',
    { timeout: 300_000 },
    async () => {
      const user = system.newUser('admin');
      const routes = await listRoutes();
      expect(Object.keys(PLANTS).toSorted()).toEqual(
        routes.filter((route) => !route.startsWith('GET ')).toSorted(),
      );
      const words = new Map<string, string>();
      const ids = new Set<string>();
      const failed: string[] = [];
      for (const [route, plant] of Object.entries(PLANTS))
        await plant(makeGarden(user, { route, words, ids })).catch((error: unknown) => {
          failed.push(`${route}: ${String(error)}`);
        });
      expect(failed).toEqual([]);
      const planted = [...words.keys()];
      expect((await findInPostgres(system, planted)).length).toBeGreaterThan(planted.length / 2);
      const { status } = await fetch(`${gateway.url}/api/v1/users/${user}`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${system.newUser('admin')}` },
      });
      expect(status).toBe(200);
      const left = (await findInPostgres(system, planted)).filter((one) => !isKept(one, ids));
      expect(left.map((one) => `${one} (${words.get(one.split(': ')[1] ?? '')})`)).toEqual([]);
      await expect.poll(() => findInTemporal(system, planted), { timeout: 110_000 }).toEqual([]);
      expect(await findInFolder(folder, planted)).toEqual([]);
      expect(
        findIn(
          logged,
          planted.filter((word) => !ids.has(word)),
        ).map((word) => words.get(word)),
      ).toEqual([]);
    },
  );
});

function isKept(found: string, ids: ReadonlySet<string>): boolean {
  const [table, word = ''] = found.split(': ');
  return table === 'audit_entry' && ids.has(word);
}

function makeGarden(
  user: string,
  { route, words, ids }: { route: string; words: Map<string, string>; ids: Set<string> },
): Garden {
  const headers = { authorization: `Bearer ${user}` };
  const plant = (field: string): string => {
    const word = `plant${[...String(words.size)].map((digit) => 'bcdfghjkmp'[Number(digit)]).join('')}x`;
    words.set(word, `${route}, ${field}`);
    return word;
  };
  const send: Send = async (
    path,
    body,
    { method = 'POST', type = 'application/json', headers: more } = {},
  ) => {
    const sent =
      body === undefined ? {} : { body: type === 'application/json' ? JSON.stringify(body) : String(body) };
    const response = await fetch(gateway.url + path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': type }), ...more },
      ...sent,
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer}`);
    return answer.startsWith('{') ? (JSON.parse(answer) as Record<string, unknown>) : {};
  };
  return {
    send,
    text: plant,
    id(field) {
      const word = plant(field);
      ids.add(word);
      return word;
    },
    async read(path) {
      const response = await fetch(gateway.url + path, { headers });
      if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`);
      return response.text();
    },
    async waiting(flow) {
      const { executions } = system.client.forUser(user);
      const ask = async () =>
        (await executions.waiting()).find(({ executionId }) => executionId.startsWith(`execution/${flow}/`));
      await expect.poll(ask).toBeDefined();
      const question = await ask();
      return { executionId: question!.executionId, call: question!.call ?? null };
    },
  };
}

async function listRoutes(): Promise<string[]> {
  const response = await fetch(`${gateway.url}/api/v1/openapi.json`);
  const { paths } = (await response.json()) as { paths: Record<string, Record<string, unknown>> };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const others = FAMILIES.filter((family) => family !== restFamily).flatMap((family) => {
    const routes = new Hono<GatewayEnv>();
    family.addRoutes(routes, { streams: new OpenStreams(0), slowReaderMs: 0 });
    return routes.routes.map(({ method, path }) => `${method} ${family.base}${path === '/' ? '' : path}`);
  });
  return [...new Set([...described, ...others])];
}

function script({ text: said, messages, body }: ModelRequest) {
  if (said.startsWith('FAIL')) return fault.status(400, { message: `Rejected: ${said}` });
  const hasResult = messages.at(-1)?.['role'] === 'tool';
  if (said.startsWith('CALL choose') && !hasResult)
    return toolCalls([{ name: 'choose', arguments: { of: said } }]);
  return text(
    body['response_format'] === undefined
      ? `You said: ${said.slice(-500)}`
      : JSON.stringify({ answer: said }),
  );
}

function hearWorkers(): void {
  const { logger } = Runtime.instance();
  const log = logger.log.bind(logger);
  logger.log = (level, message, meta) => {
    logged.push(
      JSON.stringify(
        [level, message, meta?.['error'] instanceof Error ? String(meta['error'].stack) : meta],
        (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value),
      ),
    );
    log(level, message, meta);
  };
}
