import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { pythonCommand } from '../../scripts/test-clients/client-folders.js';
import { startTcpProxy } from '../../packages/testing/chaos/tcp-proxy.js';
import { fault, gated, text, toolCalls } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import { startWorkerProcess } from '../../packages/testing/worker-process.js';
import { png } from '../integration/fixtures/pictures.js';
import { serveGateway, type ServedGateway } from '../integration/gateway/serve-gateway.js';

const run = promisify(execFile);
const PICTURE = Buffer.from(png(64, 48, 'sky')).toString('base64');
const CUT_OFF = fileURLToPath(new URL('cut_off.py', import.meta.url));
const OPENAI_CLIENT = fileURLToPath(new URL('openai_client.py', import.meta.url));

let system: TestSystem;
let gateway: ServedGateway;
let folder: string;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'));
  gateway = await serveGateway(system);
  folder = await mkdtemp(join(tmpdir(), 'threadline-llm-'));
});
afterAll(async () => {
  await gateway?.close();
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

const lastRequest = (): string => JSON.stringify(system.model.requests.at(-1)?.messages);

describe('openai for Python', () => {
  test('sends, streams, continues with a conversation, shows a picture, wants an object, is asked for a call, stops, meets errors -> as its own words have them', async () => {
    const weather = { name: 'weather', arguments: { city: 'Rome' } };
    const gate = gated('One, ', 'two.');
    system.model.reply(
      ...[text('Hello Ada'), text('You are Ada'), text('A sky.'), text('{"city":"Rome"}')],
      ...[toolCalls([weather]), fault.status(400), gate],
    );
    const args = [OPENAI_CLIENT, gateway.url, system.newUser(), PICTURE];
    const { stdout } = await run(pythonCommand('python'), args);
    gate.release();
    expect(JSON.parse(stdout)).toMatchObject({
      models: ['assistant'],
      whole: 'Hello Ada',
      streamed: 'You are Ada',
      unknown: { status: 404, kind: 'NotFoundError', code: 'model_not_found' },
      nobody: { status: 401, kind: 'AuthenticationError' },
      seen: 'A sky.',
      object: { city: 'Rome' },
      called: ['weather'],
      down: { status: 500, kind: 'InternalServerError' },
      stopped: 'cancelled',
    });
    expect(JSON.stringify(system.model.requests[1]?.messages)).toContain('I am Ada');
    expect(JSON.stringify(system.model.requests[2]?.messages)).toContain(PICTURE);
  });

  test.each(['closed', 'killed'])(
    'the gateway is %s in the middle of a stream -> not a complete answer; the same key reads all of it elsewhere',
    async (how) => {
      const dying = await serveGateway(system);
      const proxy = await startTcpProxy(Number(new URL(dying.url).port));
      const gate = gated('One, ', 'two, three.');
      system.model.reply(gate);
      const { client, next } = readTwice(`http://127.0.0.1:${proxy.port}`, gateway.url, system.newUser());
      try {
        expect(await next()).toBe('begun');
        if (how === 'killed') proxy.setMode('refuse');
        await dying.close();
        expect(JSON.parse(await next())).toMatchObject({
          text: 'One, ',
          isComplete: false,
          error: expect.any(String) as string,
        });
        gate.release();
        expect(await next()).toBe('begun');
        expect(JSON.parse(await next())).toMatchObject({
          text: 'One, two, three.',
          isComplete: true,
          error: null,
        });
      } finally {
        gate.release();
        client.kill();
        await proxy.close();
      }
    },
  );

  test.each([
    ['the same answer', 'One, two, three.', { text: 'One, two, three.', isComplete: true, error: null }],
    [
      'another answer',
      'Three, two, one.',
      { text: 'One, ', isComplete: false, error: expect.any(String) as string },
    ],
  ])(
    'a worker is killed in the middle of a stream, and the model then gives %s -> the stream is that answer or an error; the same key reads it all',
    async (_name, answer, streamed) => {
      const apart = await startTestSystem(inject('environment'), { withoutWorker: true });
      const apartGateway = await serveGateway(apart);
      let worker = await startWorkerProcess(apart);
      const gate = gated('One, ', 'two, three.');
      apart.model.reply(gate, text(answer));
      const { client, next } = readTwice(apartGateway.url, apartGateway.url, apart.newUser());
      try {
        expect(await next()).toBe('begun');
        worker.kill('SIGKILL');
        await worker.exited;
        worker = await startWorkerProcess(apart);
        expect(JSON.parse(await next())).toMatchObject(streamed);
        expect(await next()).toBe('begun');
        expect(JSON.parse(await next())).toEqual({
          text: answer,
          begun: true,
          isComplete: true,
          error: null,
        });
        expect(apart.model.requests).toHaveLength(2);
      } finally {
        gate.release();
        client.kill();
        worker.kill();
        await worker.exited;
        await apartGateway.close();
        await apart.stop({ check: false });
      }
    },
  );
});

function readTwice(...args: [url: string, other: string, user: string]) {
  const client = spawn(pythonCommand('python'), [CUT_OFF, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: client.stdout })[Symbol.asyncIterator]();
  return { client, next: async () => ((await lines.next()) as { value: string }).value };
}

describe('llm', () => {
  test('a prompt, and the next one of the same chat -> streamed answers; a key that nobody knows -> its error', async () => {
    const model = {
      model_id: 'threadline',
      model_name: 'assistant',
      api_base: `${gateway.url}/v1`,
      api_key_name: 'threadline',
    };
    await writeFile(join(folder, 'extra-openai-models.yaml'), JSON.stringify([model]));
    const prompt = async (key: string, ...args: string[]): Promise<string> => {
      const env = { PATH: process.env['PATH'], HOME: folder, LLM_USER_PATH: folder };
      const asked = run(pythonCommand('llm'), ['prompt', '-m', 'threadline', '--key', key, ...args], { env });
      asked.child.stdin?.end();
      return (await asked).stdout.trim();
    };
    const user = system.newUser();
    system.model.reply(text('Hello Ada'), text('You are Ada'));
    expect(await prompt(user, 'I am Ada')).toBe('Hello Ada');
    expect(await prompt(user, '-c', 'Who am I?')).toBe('You are Ada');
    expect(lastRequest()).toContain('I am Ada');
    await expect(prompt('nobody', 'Hello')).rejects.toMatchObject({
      stderr: expect.stringContaining('Credentials are missing') as string,
    });
  });
});
