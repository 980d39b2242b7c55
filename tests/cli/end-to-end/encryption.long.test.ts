import { Client, Connection } from '@temporalio/client';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest';
import { connect, type Threadline } from '../../../client/connect.js';
import { clientDataConverter } from '../../../encryption/data-converter.js';
import { readKeyRing } from '../../../encryption/read-key-ring.js';
import { conversationWorkflowId } from '../../../protocol/ids.js';
import { findRunningServers } from '../../../servers/find-running-servers.js';
import { toJson } from '../../../testing/history-summary.js';
import {
  fault,
  startModelServer,
  text,
  toolCalls,
  type ModelRequest,
  type ModelServer,
  type Reply,
} from '../../../testing/model-server/index.js';
import { planted, plantedProject } from './planted-texts.js';
import { createWorkspace, type Running, type Workspace } from './run-threadline.js';

/** What Temporal and the logs may be searched for by whoever has them. */
const words = Object.entries(planted);

let workspace: Workspace;
let dev: Running;
let model: ModelServer;
let client: Threadline;
let temporal: Client;
let databaseUrl: string;

beforeAll(async () => {
  model = await startModelServer({ script: (request) => answerOf(request) });
  workspace = createWorkspace({ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'test' });
  const keysFile = join(workspace.folder, 'keys.json');
  const key = (): string => randomBytes(32).toString('base64');
  const keys = { current: 'k2', keys: { k1: key(), k2: key() } };
  writeFileSync(keysFile, JSON.stringify(keys), { mode: 0o600 });
  writeFileSync(join(workspace.folder, 'threadline.config.ts'), plantedProject(keysFile));
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
  await chat();
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

  test('exported histories -> none of twenty texts, their payloads opened', () => {
    expect(words).toHaveLength(20);
    expect(ids).toContain(conversationWorkflowId({ flow: 'assistant', user: 'ada' }));
    expect(foundIn([exported, ...decodedParts(exported)])).toEqual([]);
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
    // What stays in Postgres is in no payload.
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

  test('replay, explain, executions and history of the command -> as without keys', async () => {
    const conversation = conversationWorkflowId({ flow: 'assistant', user: 'ada' });
    expect(await workspace.run(['replay', ...ids])).toMatchObject({ exitCode: 0 });
    expect((await workspace.run(['explain', conversation])).stdout).toContain('Remember message-');
    expect((await workspace.run(['history'])).stdout).toContain(planted.message);
    expect((await workspace.run(['ask', 'Remember more'])).stdout).toContain(planted.answer);
    expect((await workspace.run(['executions', 'list'])).exitCode).toBe(0);
  });

  test("Temporal's database and the logs, when all has ended -> none of the texts", async () => {
    dev.process.kill('SIGTERM');
    await dev.ended;
    const folder = join(workspace.folder, '.threadline');
    const files = readdirSync(folder).filter((name) => /^temporal\.db|\.log$/.test(name));
    expect(files).toEqual(expect.arrayContaining(['temporal.db', 'worker.log', 'temporal.log']));
    const contents = files.map((name) => readFileSync(join(folder, name), 'latin1'));
    // Ids are no secrets, and show that the search finds what is there.
    expect(contents.join('')).toContain('conversation/assistant/ada');
    expect(foundIn(contents)).toEqual([]);
  });
});

/** Says, does and breaks everything that has a text. */
async function chat(): Promise<void> {
  const conversation = client.conversation({ flow: 'assistant', user: 'ada' });
  await conversation.ask('Look it up');
  await conversation.ask('Look up nothing');
  await conversation.ask(`${'A long story. '.repeat(6_000)}${planted.longMessage}`);
  await conversation.ask('Break off').catch(() => undefined);
  const thread = await conversation.openThread({ message: 2 });
  await thread.rename(planted.threadTitle);
  await thread.ask(planted.threadMessage);
  const handle = temporal.workflow.getHandle(conversation.workflowId);
  await handle.signal('postTurn', { text: planted.postedMessage });
  const told = await handle.executeUpdate<{ text: string }, [object]>('ask', {
    args: [{ text: `By Update: ${planted.updateMessage}` }],
  });
  expect(told.text).toBe(planted.updateAnswer);
  await handle.signal('postTurn', { text: planted.refusedMessage, textRef: 'none' });
  const { executions } = client;
  const asking = await executions.start({
    flow: 'asking',
    text: planted.input,
    data: { word: planted.inputData },
    user: 'ada',
  });
  await vi.waitFor(async () => expect(await executions.waiting()).toHaveLength(1), { timeout: 60_000 });
  await executions.answer(asking.executionId, { answer: `no, ${planted.refusal}` });
  await asking.result().catch(() => undefined);
  const breaking = await executions.start({ flow: 'breaking', text: 'go', user: 'ada' });
  await breaking.result().catch(() => undefined);
}

/** What a project imports. */
function installPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(dirname(dirname(inject('command'))), join(folder, 'node_modules', 'threadline'));
  symlinkSync(join(import.meta.dirname, '../../../node_modules/zod'), join(folder, 'node_modules', 'zod'));
}

function answerOf({ text: asked, messages }: ModelRequest): Reply {
  if (messages.at(-1)?.role === 'tool') return text('Looked up');
  if (asked === 'Look it up') return toolCalls([{ name: 'look', arguments: { word: planted.toolInput } }]);
  if (asked === 'Look up nothing') return toolCalls([{ name: 'look', arguments: { word: 'nothing' } }]);
  if (asked === 'Break off') return fault.status(400, { message: planted.modelError });
  return text(asked.startsWith('By Update') ? planted.updateAnswer : planted.answer);
}

function foundIn(texts: readonly string[]): string[] {
  const all = texts.join('\n');
  return words.filter(([, word]) => all.includes(word)).map(([kind]) => kind);
}

/** The payloads of a history as JSON. */
function payloadsOf(value: unknown): { metadata: object; data?: string }[] {
  if (typeof value !== 'object' || value === null) return [];
  if ('metadata' in value && typeof value.metadata === 'object' && 'encoding' in value.metadata!)
    return [value as { metadata: object }];
  return Object.values(value).flatMap(payloadsOf);
}

/** Everything that may be base64, as text. */
function decodedParts(json: string): string[] {
  return [...json.matchAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g)].map(([, part]) =>
    Buffer.from(part!, 'base64').toString('latin1'),
  );
}
