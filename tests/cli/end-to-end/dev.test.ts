import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findRunningServers } from '../../../servers/find-running-servers.js';
import { createWorkspace, type Running } from './run-threadline.js';

const workspace = createWorkspace({ TRAJECTORY_FOLDER: 'exported', THREADLINE_HTTP_ADDRESS: '127.0.0.1:0' });
afterAll(() => workspace.cleanUp());

describe('threadline while dev runs', () => {
  let dev: Running;
  beforeAll(async () => {
    dev = workspace.start(['dev']);
    dev.process.stdin.write('My badge number is 7741.\n');
    await dev.until('I read your message');
  });

  test('ask -> the answer of the same conversation', async () => {
    const { exitCode, stdout } = await workspace.run(['ask', '--json', 'What is my badge number?']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      text: expect.stringContaining('7741'),
      executionId: expect.stringContaining('conversation/assistant/ada/turn/'),
    });
  });
  test('history -> the messages, newest last', async () => {
    const { stdout } = await workspace.run(['history', '--limit', '2']);
    expect(stdout.indexOf('What is my badge number?')).toBeLessThan(stdout.lastIndexOf('7741'));
  });
  test('run, then executions show and list -> the execution, its call and its answer', async () => {
    const ran = await workspace.run([
      'run',
      'assistant',
      '--id',
      'one',
      '--input',
      'use calculate to work out 6*7',
    ]);
    expect(ran).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('42') });
    const shown = await workspace.run(['executions', 'show', 'execution/assistant/one', '--json']);
    expect(JSON.parse(shown.stdout)).toMatchObject({
      status: 'completed',
      calls: [{ model: 'offline:demo', tools: [{ name: 'calculate' }] }, { tools: [] }],
    });
    const listed = await workspace.run(['executions', 'list', '--status', 'completed']);
    expect(listed.stdout).toContain('execution/assistant/one');
  });
  test('worker -> polls the Task Queue of the running servers, ends on SIGTERM with 0', async () => {
    const worker = workspace.start(['worker']);
    await worker.until("Listening on Task Queue 'threadline'");
    worker.process.kill('SIGTERM');
    expect((await worker.ended).exitCode).toBe(0);
  });
  test("no terminal -> prints the studio's address without the key; the key in the file is valid for the gateway", async () => {
    const [, url = ''] = /(http:\S+)\/studio\//.exec(dev.noted()) ?? [];
    const key = (await readFile(join(workspace.folder, '.threadline', 'gateway-key'), 'utf8')).trim();
    expect(dev.noted()).not.toContain(key);
    const ask = (bearer: string) =>
      fetch(`${url}/api/v1/conversations`, { headers: { authorization: `Bearer ${bearer}` } });
    expect(await (await ask(key)).json()).toMatchObject({ conversations: [{ flow: 'assistant' }] });
    expect((await ask(`${key}x`)).status).toBe(401);
  });
  test('doctor -> all checks pass, 0; learned facts about a model are marked as learned', async () => {
    const { databaseUrl = '' } = findRunningServers(join(workspace.folder, '.threadline'));
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query(`insert into learned_model_fact (model, fact, value)
      values ('offline:demo', 'tokenRatios', '[1.5]')`);
    const { exitCode, stdout } = await workspace.run(['doctor']);
    await client.query('delete from learned_model_fact');
    await client.end();
    expect(exitCode).toBe(0);
    expect(stdout).not.toContain('fail');
    expect(stdout).toContain('token factor 1.53 (learned from the provider)');
  });
  test('its Postgres -> a role that owns the tables but is not a superuser', async () => {
    const { databaseUrl = '' } = findRunningServers(join(workspace.folder, '.threadline'));
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const { rows } = await client.query(
      `select rolsuper, rolcreaterole, tableowner = rolname as owns from pg_roles
        join pg_tables on tablename = 'conversation' where rolname = current_user`,
    );
    await client.end();
    expect(rows).toEqual([{ rolsuper: false, rolcreaterole: false, owns: true }]);
  });
  test('Temporal is killed -> reported, restarted, and a message sent meanwhile is answered', async () => {
    await workspace.killServer('temporal');
    dev.process.stdin.write('I am still here.\n');
    await dev.until('Temporal exited and is being restarted with its data; its log is ');
    await dev.until('I read your message ("I am still here.")');
  });
  test('Postgres is killed, then SIGTERM -> in order, 143, and nothing left running', async () => {
    await workspace.killServer('postgres');
    dev.process.kill('SIGTERM');
    expect(await dev.ended).toMatchObject({
      exitCode: 143,
      stdout: expect.stringMatching(/^([^\n]*\n){2}$/),
    });
    expect((await workspace.run(['history'])).stderr).toContain('Nothing is running here');
  });
});
