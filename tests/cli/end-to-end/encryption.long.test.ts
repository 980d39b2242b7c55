import { Client, Connection } from '@temporalio/client';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { connect } from '../../../client/connect.js';
import type { Threadline } from '../../../client/threadline.js';
import { clientDataConverter } from '../../../temporal/encryption/client-data-converter.js';
import { readKeyRing } from '../../../temporal/encryption/read-key-ring.js';
import { conversationWorkflowId } from '../../../protocol/ids.js';
import { findRunningServers } from '../../../servers/find-running-servers.js';
import { toJson } from '../../../packages/testing/history-summary.js';
import { startModelServer, type ModelServer } from '../../../packages/testing/model-server/index.js';
import { answerPlanted, playPlanted, type Shown } from './planted-chat.js';
import { open, planted, plantedProject } from './planted-texts.js';
import { createWorkspace, type Running, type Workspace } from './run-threadline.js';

let workspace: Workspace;
let dev: Running;
let model: ModelServer;
let client: Threadline;
let temporal: Client;
let databaseUrl: string;
let shown: Shown;
let failed: number[];

beforeAll(async () => {
  model = await startModelServer({ script: answerPlanted });
  workspace = createWorkspace({ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'test' });
  const keysFile = join(workspace.folder, 'keys.json');
  const goOnFile = join(workspace.folder, 'go-on');
  const key = (): string => randomBytes(32).toString('base64');
  const keys = { current: 'k2', keys: { k1: key(), k2: key() } };
  writeFileSync(keysFile, JSON.stringify(keys), { mode: 0o600 });
  writeFileSync(join(workspace.folder, 'threadline.config.ts'), plantedProject({ keysFile, goOnFile }));
  installPackages(workspace.folder);
  dev = workspace.start(['dev']);
  dev.process.stdin.write(`Remember ${planted.message}\n`);
  await dev.until(planted.answer);
  const running = findRunningServers(join(workspace.folder, '.threadline'));
  databaseUrl = running.databaseUrl!;
  const encryption = { keys };
  client = await connect({ temporal: { address: running.temporalAddress! }, databaseUrl, encryption });
  temporal = new Client({
    connection: await Connection.connect({ address: running.temporalAddress! }),
    dataConverter: clientDataConverter(await readKeyRing(encryption)),
  });
  shown = await playPlanted({ client, temporal, goOnFile });
  const messages = [{ role: 'user', content: 'Break off' }];
  failed = [
    await askGateway('/v1/chat/completions', { model: 'assistant', messages }),
    await askGateway('/api/v1/conversations/assistant/merge', { format: 'bullets' }),
  ];
});
afterAll(async () => {
  await client?.close();
  await temporal?.connection.close();
  await workspace?.cleanUp();
  await model?.close({ check: false });
});

describe('threadline dev with keys', () => {
  let exported: string;
  let ids: string[];
  beforeAll(async () => {
    ids = [];
    const histories: unknown[] = [];
    for await (const { workflowId, runId } of temporal.workflow.list()) {
      ids.push(workflowId);
      histories.push(toJson(await temporal.workflow.getHandle(workflowId, runId).fetchHistory()));
    }
    exported = JSON.stringify(histories);
  });

  test('exported histories, with decoded payloads -> none of the texts', () => {
    expect(Object.keys(planted)).toHaveLength(36);
    expect(ids).toContain(conversationWorkflowId({ flow: 'assistant', user: 'ada' }));
    expect(foundIn([exported, ...decodedParts(exported)])).toEqual([]);
  });

  test('a running turn in Temporal, with Queries and Heartbeats -> none of the texts', () => {
    expect(shown.heartbeats).not.toEqual([]);
    expect(shown.raw.length).toBeGreaterThan(8);
    expect(foundIn(shown.raw.flatMap(textsIn))).toEqual([]);
  });

  test('threadline codec -> the texts of the histories, for the UI and nobody else', async () => {
    const codec = workspace.start(['codec', '--port', '0', '--json']);
    await codec.until('"url"');
    const url = /"url":"([^"]+)"/.exec(codec.printed())![1]!;
    const body = JSON.stringify({ payloads: payloadsOf(JSON.parse(exported)) });
    const asked = await fetch(`${url}/decode`, {
      method: 'POST',
      body,
      headers: { 'x-namespace': 'default' },
    });
    const opened = (await asked.json()) as { payloads: { data: string }[] };
    const texts = opened.payloads.map(({ data }) => Buffer.from(data, 'base64').toString());
    expect(foundIn(texts)).toEqual(
      expect.arrayContaining(['message', 'postedMessage', 'updateAnswer', 'input']),
    );
    const foreign = await fetch(`${url}/decode`, {
      method: 'POST',
      body,
      headers: { origin: 'http://evil' },
    });
    expect(foreign.status).toBe(403);
    codec.process.kill('SIGINT');
    expect((await codec.ended).exitCode).toBe(0);
  });

  test('replay, explain, executions and history of the command -> same output as without keys', async () => {
    const conversation = conversationWorkflowId({ flow: 'assistant', user: 'ada' });
    expect(await workspace.run(['replay', ...ids])).toMatchObject({ exitCode: 0 });
    expect((await workspace.run(['explain', conversation])).stdout).toContain('Look up slowly');
    expect((await workspace.run(['history'])).stdout).toContain(planted.message);
    expect((await workspace.run(['ask', 'Remember more'])).stdout).toContain(planted.answer);
    expect((await workspace.run(['executions', 'list'])).exitCode).toBe(0);
  });

  test("Temporal's database and the logs, at the end -> none of the texts", async () => {
    dev.process.kill('SIGTERM');
    await dev.ended;
    const folder = join(workspace.folder, '.threadline');
    const files = readdirSync(folder).filter((name) => /^temporal\.db|\.log$/.test(name));
    expect(files).toEqual(expect.arrayContaining(['temporal.db', 'worker.log', 'temporal.log']));
    const contents = files.map((name) => readFileSync(join(folder, name), 'latin1'));
    expect(foundIn(contents, open)).toEqual(Object.keys(open));
    expect(failed).toEqual([500, 500]);
    expect(contents.join('')).toMatch(
      /"route":"[^"]*\/merge","status":500.*"cause":"ThreadlineError \(Model/,
    );
    expect(contents.join('')).toContain("A promise of tool 'look'");
    expect(foundIn(contents)).toEqual([]);
  });
});

function installPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(dirname(dirname(inject('command'))), join(folder, 'node_modules', 'threadline'));
  mkdirSync(join(folder, 'node_modules', '@temporalio'));
  for (const name of ['zod', '@temporalio/activity', '@temporalio/common'])
    symlinkSync(join(import.meta.dirname, '../../../node_modules', name), join(folder, 'node_modules', name));
}

async function askGateway(path: string, body: object): Promise<number> {
  const [, url] = /(http:\S+)\/studio\//.exec(dev.printed() + dev.noted())!;
  const key = readFileSync(join(workspace.folder, '.threadline', 'gateway-key'), 'utf8').trim();
  const { status } = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return status;
}

function foundIn(texts: readonly string[], words: Readonly<Record<string, string>> = planted): string[] {
  const all = texts.join('\n');
  return Object.entries(words)
    .filter(([, word]) => all.includes(word))
    .map(([kind]) => kind);
}

function payloadsOf(value: unknown): { metadata: object; data?: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('metadata' in value && typeof value.metadata === 'object' && 'encoding' in value.metadata!)
    return [value as { metadata: object }];
  return Object.values(value).flatMap(payloadsOf);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Uint8Array) return [Buffer.from(value).toString('latin1')];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function decodedParts(json: string): string[] {
  return [...json.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)].map(([, part]) =>
    Buffer.from(part!, 'base64').toString('latin1'),
  );
}
