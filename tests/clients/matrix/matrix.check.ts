import { execFile } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { z } from 'zod';
import { agent, chat, defineFlow, definePageTool, defineTool } from '../../../index.js';
import {
  INSTRUCTOR_FOLDER,
  NODE_CLIENTS,
  nodeCommand,
  pythonCommand,
} from '../../../scripts/test-clients/client-folders.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { png } from '../../integration/fixtures/pictures.js';
import { serveGateway, type ServedGateway } from '../../integration/gateway/serve-gateway.js';
import { answerClient } from './answer-client.js';
import { checkInBrowser } from './check-in-browser.js';
import { ASPECTS, CLIENTS, type Client, type ClientReport } from './clients.js';
import { writeTable } from './write-table.js';

const run = promisify(execFile);
const PICTURE = Buffer.from(png(64, 48, 'sky')).toString('base64');

const wipe = defineTool({
  name: 'wipe',
  description: 'Wipes everything.',
  input: z.object({}),
  approve: true,
  execute: () => 'wiped',
});
const add = definePageTool({
  name: 'add',
  description: 'Adds.',
  input: z.object({ a: z.number(), b: z.number() }),
});
const flowOf = (slug: string, tools: string[]) =>
  defineFlow({
    slug,
    name: slug,
    nodes: { chat: chat(), talk: agent({ model: SCRIPTED_MODEL, tools }) },
    edges: [['chat', 'talk']],
  });

const PROGRAMS = join(NODE_CLIENTS, 'programs');

const COMMANDS = {
  Python: pythonCommand('python'),
  instructor: pythonCommand('python', INSTRUCTOR_FOLDER),
  Node: nodeCommand(),
};

const reports = new Map<string, ClientReport>();
let system: TestSystem;
let gateway: ServedGateway;
let limited: ServedGateway;
beforeAll(async () => {
  for (const folder of ['node', 'browser'])
    cpSync(join(import.meta.dirname, folder), PROGRAMS, { recursive: true });
  system = await startTestSystem(inject('environment'), {
    flows: [flowOf('assistant', []), flowOf('careful', ['wipe']), flowOf('adding', ['add'])],
    tools: [wipe, add],
    model: { script: answerClient },
  });
  gateway = await serveGateway(system);
  limited = await serveGateway(system, { limits: { requestsPerMinute: 0 } });
});
afterAll(async () => {
  await Promise.all([gateway?.close(), limited?.close()]);
  await system?.stop();
  if (reports.size === CLIENTS.length)
    writeTable(new Map(CLIENTS.map(({ name }) => [name, reports.get(name)!])));
});

describe('clients that others wrote', () => {
  const isPage = ({ runs }: Client): boolean => runs === 'Chromium';
  test.concurrent.each(CLIENTS.filter((client) => !isPage(client)))(
    '$name -> does all that it can',
    checkAll,
  );
  test.each(CLIENTS.filter(isPage))('$name -> does all that it can', checkAll);
});

async function checkAll(client: Client): Promise<void> {
  const user = system.newUser();
  const report = await check(client, user);
  reports.set(client.name, report);
  const failed = ASPECTS.filter(
    (aspect) => 'failed' in (report.results[aspect] ?? { failed: 'not checked' }),
  );
  expect(Object.fromEntries(failed.map((aspect) => [aspect, report.results[aspect]]))).toEqual({});
  if (!('ok' in report.results.stop!)) return;
  const { executions } = system.client;
  const listRunning = () => executions.list({ user, status: 'running' });
  await vi.waitFor(
    async () => expect(await listRunning()).toHaveLength('isStored' in client ? 1 : 0),
    60_000,
  );
  for (const { executionId } of await listRunning()) await executions.cancel(executionId);
}

async function check(client: Client, key: string): Promise<ClientReport> {
  const settings = { url: gateway.url, limitedUrl: limited.url, key, picture: PICTURE };
  if (client.runs === 'Chromium') return checkInBrowser(client, { programs: PROGRAMS, ...settings });
  const { runs, program } = client;
  const folder = runs === 'Node' ? PROGRAMS : join(import.meta.dirname, 'python');
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'] };
  const { stdout } = await run(
    COMMANDS[runs],
    [join(folder, program), JSON.stringify({ ...settings, downStatus: 500 })],
    { env },
  );
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as ClientReport;
}
