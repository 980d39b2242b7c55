import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorCode } from '../../../servers/error-text.js';
import { createWorkspace, SOURCE_COMMAND, type Running } from './run-threadline.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const workspace = createWorkspace({ TRAJECTORY_FOLDER: 'exported' });
afterAll(() => workspace.cleanUp());

describe('threadline dev', () => {
  const own = createWorkspace();
  afterAll(() => own.cleanUp());

  test('two lines from a pipe -> two answers, the second from the first, 0, and nothing left running', async () => {
    const input = 'My badge number is 7741.\n\nWhat is my badge number?\n';
    const { exitCode, stdout, stderr } = await own.run(['dev'], input);
    expect(exitCode).toBe(0);
    const answers = stdout.trimEnd().split('\n');
    expect(answers).toHaveLength(2);
    expect(answers[1]).toContain('7741');
    expect(stderr).toContain('offline:demo');
    expect(stderr).toMatch(
      /http:\/\/127\.0\.0\.1:\d+\/namespaces\/default\/workflows\/conversation%2Fassistant%2Fada/,
    );
    expect((await own.run(['history'])).stderr).toContain('Nothing is running here');
  });
});

describe('threadline while dev runs', () => {
  let dev: Running;
  beforeAll(async () => {
    dev = workspace.start(['dev']);
    dev.process.stdin.write('My badge number is 7741.\n');
    await dev.until('I read your message');
    await workspace.run(['ask', 'What is my badge number?']);
    await workspace.run(['run', 'assistant', '--id', 'one', '--input', 'use calculate to work out 6*7']);
  });

  test('explain of a conversation, --json of an execution, --diff of two calls -> what the calls were sent', async () => {
    const { exitCode, stdout } = await workspace.run(['explain', 'conversation/assistant/ada']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^conversation\/assistant\/ada\/turn\/\S+\/agent\/1 {2}offline:demo {2}completed {2}answer /,
    );
    expect(stdout).toMatch(/^message 3 +user +\d+ +whole +What is my badge number\?$/m);
    const json = await workspace.run(['explain', 'execution/assistant/one', '--json']);
    const calls = JSON.parse(json.stdout) as { callId: string }[];
    expect(calls).toMatchObject([{ context: { policy: 1 } }, { callId: 'execution/assistant/one/agent/2' }]);
    const diff = await workspace.run(['explain', calls[0]!.callId, '--diff', calls[1]!.callId]);
    expect(diff.stdout).toContain('+ step 1  assistant');
  });
  test('explain of an id that names nothing -> 1, the form of ids and the remedy', async () => {
    const { exitCode, stdout, stderr } = await workspace.run(['explain', 'nothing']);
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: 1,
      stdout: '',
      stderr:
        "Execution, conversation or model call 'nothing' does not exist (a call is <execution>/<node>/<step>): 'threadline executions list' shows existing ones\n",
    });
  });
  test('trajectory -> an outline; what was touched; drawings, a page in a file; --json', async () => {
    const id = 'execution/assistant/one';
    const outline = await workspace.run(['trajectory', id]);
    expect(outline).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outline.stdout).toMatch(
      /^agent\nRound 1 {2}\d+ tokens .*\n {2}\? use calculate to work out 6\*7\n {4}> calculate \{.*\}\n {2}= .*42.* \*\n$/,
    );
    const touched = await workspace.run(['trajectory', id, '--touched', '--json']);
    expect(JSON.parse(touched.stdout)).toMatchObject([
      { subAgent: 'agent', type: 'Tool', name: 'calculate', how: 'used', uses: 1 },
    ]);
    expect((await workspace.run(['trajectory', id, '--touched'])).stdout).toMatch(
      /^TYPE +NAME +HOW +USES +ROUNDS +DESCRIPTION\nTool +calculate +used +1 +1 +\S/,
    );
    const drawn = await Promise.all(
      ['mermaid', 'dot', 'text', 'json'].map((format) =>
        workspace.run(['trajectory', id, '--format', format]),
      ),
    );
    expect(drawn.map(({ stdout }) => stdout.slice(0, 9))).toEqual([
      ...['flowchart', 'digraph t', 'Tool call', '{\n  "sess'],
    ]);
    const page = await workspace.run(['trajectory', id, '--format', 'html', '--out', 'one.html']);
    expect(page.stdout).toBe(`Wrote ${join(workspace.folder, 'one.html')}\n`);
    expect(readFileSync(join(workspace.folder, 'one.html'), 'utf8')).toMatch(/^<!doctype html>/);
    const json = await workspace.run(['trajectory', 'conversation/assistant/ada', '--last', '1', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({
      agents: [{ subAgent: 'agent', view: { rounds: [expect.any(Number)] } }],
    });
  });
  test('trajectory of an unknown id, or of an unknown agent -> 1 and the known ones', async () => {
    expect(await workspace.run(['trajectory', 'nothing'])).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Conversation, turn or execution 'nothing' does not exist/),
    });
    const { exitCode, stderr } = await workspace.run([
      ...['trajectory', 'execution/assistant/one', '--sub-agent', 'writer'],
    ]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 1,
      stderr: expect.stringContaining("its agents: 'agent'"),
    });
  });
  test('ask and run with --output, --data and --attach -> the object, and the file back; an invalid value -> 2 and its name', async () => {
    const { folder, run } = workspace;
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    writeFileSync(join(folder, 'schema.json'), JSON.stringify(schema));
    writeFileSync(join(folder, 'data.json'), '{"order":4711}');
    writeFileSync(join(folder, 'note.txt'), 'Oslo is wet.');
    const eve = ['--user', 'eve'];
    const given = ['--output', 'schema.json', '--data', '@data.json', '--attach', 'note.txt'];
    const asked = await run(['ask', ...eve, ...given, 'Where?']);
    expect(asked).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(asked.stdout)).toEqual({ city: expect.any(String) });
    const { messages } = JSON.parse((await run(['history', ...eve, '--json'])).stdout) as {
      messages: { data: unknown; attachments?: { ref: string }[] }[];
    };
    const [message] = messages.filter(({ attachments }) => attachments !== undefined);
    expect(message!.data).toEqual({ order: 4711 });
    const download = ['download', message!.attachments![0]!.ref];
    expect((await run([...download, ...eve])).stdout).toBe('Oslo is wet.');
    const written = await run([...download, ...eve, '--out', 'again.txt']);
    expect(written.stdout).toBe(`Wrote ${join(folder, 'again.txt')} (text/plain, 12 bytes)\n`);
    expect(readFileSync(join(folder, 'again.txt'), 'utf8')).toBe('Oslo is wet.');
    expect(await run(download)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("User 'ada' has no file"),
    });
    const ran = await run(['run', 'assistant', '--attach', 'note.txt', '--output', 'schema.json', '--json']);
    expect(JSON.parse(ran.stdout)).toMatchObject({ object: { city: expect.any(String) } });
    for (const [wrong, words] of [
      [['--output', 'none.json'], "File 'none.json' cannot be read"],
      [['--output', 'note.txt'], 'is not a JSON Schema'],
      [['--data', '{order}'], 'The value of --data is not JSON'],
      [['--attach', 'none.txt'], "File 'none.txt' cannot be attached"],
    ] as const)
      expect(await run(['ask', ...wrong, 'x'])).toMatchObject({
        exitCode: 2,
        stdout: '',
        stderr: expect.stringContaining(words),
      });
  });
  test('replay of a conversation -> ok', async () => {
    const { exitCode, stdout } = await workspace.run(['replay', 'conversation/assistant/ada']);
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'ok    conversation/assistant/ada\n' });
  });
  test("forget -> the user's data is deleted, other users' data is not; idempotent", async () => {
    await workspace.run(['ask', '--user', 'bob', 'hello']);
    const forgotten = await workspace.run(['forget', '--user', 'bob', '--yes']);
    expect(forgotten.stdout).toContain('Deleted 1 conversation, 1 turn, 2 messages');
    expect(forgotten.stdout).toContain('the exported files of 1 session');
    expect(existsSync(join(workspace.folder, 'exported', 'ada'))).toBe(true);
    expect(existsSync(join(workspace.folder, 'exported', 'bob'))).toBe(false);
    expect((await workspace.run(['history', '--user', 'bob'])).stdout).toBe('No messages yet\n');
    expect((await workspace.run(['forget', '--user', 'bob', '--yes'])).exitCode).toBe(0);
  });
});

describe('threadline dev that was killed', () => {
  const slow = createWorkspace({}, SOURCE_COMMAND);
  afterAll(() => slow.cleanUp());

  test('SIGKILL in the middle of an answer, then a start -> the turn is finished, in the same conversation', async () => {
    writeFileSync(join(slow.folder, 'threadline.config.ts'), slowProject());
    const killed = slow.start(['dev']);
    killed.process.stdin.write('My badge number is 7741, and this is a long message for a slow model\n');
    await killed.until('Chat ');
    await untilRunning();
    killed.process.kill('SIGKILL');
    await killed.ended;
    writeFileSync(join(slow.folder, 'fast'), '');
    const { exitCode, stdout, stderr } = await slow.run(['dev'], 'What is my badge number?\n');
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining('Answer to an earlier message: Offline model: I read your message'),
    });
    expect(stdout).toContain('7741');
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  });

  async function untilRunning(): Promise<void> {
    for (let tries = 0; tries < 60; tries += 1) {
      const { stdout } = await slow.run(['executions', 'list', '--status', 'running', '--json']);
      if (stdout.startsWith('[{')) return;
    }
    throw new Error('The turn did not begin');
  }
});

describe('threadline dev whose servers die', () => {
  const own = createWorkspace();
  afterAll(() => own.cleanUp());

  test('Postgres, then both -> each is started again, and every message is answered', async () => {
    const dev = own.start(['dev']);
    await dev.until('Chat ');
    await own.killServer('postgres');
    dev.process.stdin.write('My badge number is 7741.\n');
    await dev.until('I read your message');
    await Promise.all([own.killServer('temporal'), own.killServer('postgres')]);
    dev.process.stdin.end('What is my badge number?\n');
    const { exitCode, stdout, stderr } = await dev.ended;
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: expect.stringContaining('Temporal is running again'),
    });
    const answers = stdout.trimEnd().split('\n');
    expect(answers).toHaveLength(2);
    expect(answers[1]).toContain('7741');
  });

  test('Temporal, and its port is taken -> SIGTERM still ends everything; otherwise it gives up with the reason', async () => {
    const [first, second] = [own.start(['dev']), own.start(['dev'])];
    await Promise.all([first.until('Chat '), second.until('Chat ')]);
    for (const { process: child } of [first, second]) child.kill('SIGSTOP');
    const squatter = await takePort(await own.killServer('temporal'));
    for (const { process: child } of [first, second]) child.kill('SIGCONT');
    first.process.stdin.write('Is anybody there?\n');
    await first.until('Temporal exited');
    first.process.kill('SIGTERM');
    expect(await first.ended).toMatchObject({ exitCode: 143, stdout: '' });
    const { exitCode, stderr } = await second.ended;
    squatter.close();
    expect(exitCode).toBe(1);
    expect(stderr.trimEnd().split('\n').at(-1)).toMatch(
      /^Temporal exited, and 5 restarts failed \(Another program has taken its port \d+; end that program\)\. See the log '.*temporal\.log'$/,
    );
    expect((await own.run(['history'])).stderr).toContain('Nothing is running here');
  });
});

async function takePort(port: number): Promise<Server> {
  const deadline = Date.now() + 30_000;
  for (;;) {
    const server = createServer().listen({ host: '127.0.0.1', port });
    try {
      await once(server, 'listening');
      return server;
    } catch (error) {
      if (errorCode(error) !== 'EADDRINUSE' || Date.now() > deadline) throw error;
      await sleep(50);
    }
  }
}

function slowProject(): string {
  const from = (path: string): string => JSON.stringify(pathToFileURL(join(ROOT, path)).href);
  return `
    import { existsSync } from 'node:fs';
    import { defineConfig } from ${from('define-config.ts')};
    import { createOfflineModel } from ${from('models/offline/offline-model.ts')};
    import { defaultProject } from ${from('worker/default-project.ts')};
    const models = { slow: () => createOfflineModel({ delayMs: existsSync('fast') ? 0 : 2_000 }) };
    export default defineConfig({ ...defaultProject('slow:demo'), models });
  `;
}
