import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { gated } from '../../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { createWorkspace, SOURCE_COMMAND, type Workspace } from '../../cli/end-to-end/run-threadline.js';

let system: TestSystem;
let workspace: Workspace;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  workspace = createWorkspace(
    {
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      DATABASE_URL: system.databaseUrl,
      THREADLINE_TASK_QUEUE: system.taskQueue,
    },
    SOURCE_COMMAND,
  );
});
afterAll(async () => {
  await workspace?.cleanUp();
  await system?.stop();
});

const TURNS = '/api/v1/conversations/assistant/turns';

describe('threadline serve', () => {
  test('SIGTERM while an answer streams -> the stream ends and continues at another process; 0', async () => {
    const [one, other] = await Promise.all([serve(), serve()]);
    const gate = gated('First, ', 'then.');
    system.model.reply(gate);
    await one.ask(TURNS, { method: 'POST', body: '{"text":"Hi","turnId":"t"}' });
    const streamed = await one.ask(`${TURNS}/t/events`);
    let seen = '';
    for await (const chunk of streamed.body!.pipeThrough(new TextDecoderStream())) {
      if (!seen.includes('First, ') && (seen + chunk).includes('First, ')) one.process.kill('SIGTERM');
      seen += chunk;
    }
    expect((await one.ended).exitCode).toBe(0);
    expect(seen).not.toContain('"type":"done"');
    await expect(one.ask('/healthz')).rejects.toThrow();
    gate.release();
    const from = seen
      .match(/^id: (.+)$/gm)!
      .at(-1)!
      .slice('id: '.length);
    const rest = await (await other.ask(`${TURNS}/t/events`, { headers: { 'last-event-id': from } })).text();
    expect(readText(seen) + readText(rest)).toBe('First, then.');
    expect(rest).toContain('"type":"done"');
    other.process.kill('SIGTERM');
    expect((await other.ended).exitCode).toBe(0);
  });

  test('SIGTERM while twenty streams are open -> its standard error has only lines of the log', async () => {
    const running = await serve();
    const gate = gated('First, ', 'then.');
    system.model.reply(gate);
    const body = JSON.stringify({
      id: 'c',
      messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'Hi' }] }],
    });
    const headers = { 'content-type': 'application/json' };
    const streams = [await running.ask('/api/chat', { method: 'POST', headers, body })];
    for (let at = 1; at < 20; at += 1) streams.push(await running.ask('/api/chat/c/stream'));
    running.process.kill('SIGTERM');
    const ends = await Promise.allSettled(streams.map((stream) => stream.text()));
    expect(ends.map(({ status }) => status)).toEqual(ends.map(() => 'rejected'));
    const { exitCode, stderr } = await running.ended;
    gate.release();
    expect([
      exitCode,
      stderr
        .trim()
        .split('\n')
        .filter((line) => !line.startsWith('{"time":')),
    ]).toEqual([0, []]);
  });

  test('a key is created, used, listed and revoked -> its user, and 401 from the next request on', async () => {
    const running = await serve();
    const created = await workspace.run(['keys', 'create', '--user', 'mailer', '--flow', 'assistant']);
    const key = created.stdout.trim();
    expect([created.exitCode, key]).toEqual([0, expect.stringMatching(/^tl_/)]);
    const me = (path = '/api/v1/me') =>
      fetch(running.url + path, { headers: { authorization: `Bearer ${key}` } });
    expect(await (await me()).json()).toMatchObject({ user: 'mailer', isAdmin: false });
    expect((await me('/api/v1/conversations/other/messages')).status).toBe(404);
    const listed = await workspace.run(['keys', 'list', '--json']);
    const [{ id }] = JSON.parse(listed.stdout) as [{ id: string }];
    expect(listed.stdout).not.toContain(key.slice(-20));
    expect((await workspace.run(['keys', 'revoke', key])).stdout).toContain(`Key ${id} of user 'mailer'`);
    expect((await me()).status).toBe(401);
    running.process.kill('SIGTERM');
    expect((await running.ended).exitCode).toBe(0);
    expect(running.noted()).not.toContain(key.slice(-20));
  });
});

async function serve() {
  const running = workspace.start(['serve', '--port', '0']);
  await running.until('Serving at ');
  const url = /Serving at (\S+),/.exec(running.printed())![1]!;
  const key = readFileSync(join(workspace.folder, '.threadline', 'gateway-key'), 'utf8').trim();
  return {
    ...running,
    url,
    ask: (path: string, init: RequestInit = {}) =>
      fetch(url + path, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } }),
  };
}

function readText(body: string): string {
  return body
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map((line) => JSON.parse(line.slice(6)) as { type: string; text?: string })
    .filter(({ type }) => type === 'text-delta')
    .map(({ text }) => text)
    .join('');
}
