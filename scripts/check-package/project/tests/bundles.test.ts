import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import OpenAI from 'openai';
import { agent, chat, defineFlow } from 'threadline';
import { SCRIPTED_MODEL, startTestSystem, text, type TestSystem } from 'threadline/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type worker from '../bundles/worker.mjs';

const KEY = 'key of ada';
const NOTE = [
  '%PDF-1.4',
  '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
  '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj',
  '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj',
  '4 0 obj <</Length 45>> stream',
  'BT /F 12 Tf 20 200 Td (Meet at noon.) Tj ET  ',
  'endstream endobj',
  '5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj',
  'trailer <</Root 1 0 R>>',
].join('\n');

const hello = defineFlow({
  slug: 'hello',
  name: 'Hello',
  nodes: { chat: chat(), talk: agent({ model: SCRIPTED_MODEL }) },
  edges: [['chat', 'talk']],
});
let system: TestSystem;
const started: ChildProcess[] = [];
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { flows: [hello] });
});
afterAll(async () => {
  for (const process of started) process.kill();
  await system.stop();
});

describe('a gateway in a bundle', () => {
  test.each([
    ['esbuild', ['bundles/out/esbuild.cjs']],
    ['Vite', ['bundles/out/vite/server.mjs']],
    ['Next.js', ['node_modules/next/dist/bin/next', 'start', 'bundles/next', '--port', '0']],
  ])(
    '%s: a chat with a PDF -> its text reaches the model, and the answer the client',
    async (_name, args) => {
      const url = await startServer(args);
      system.model.reply(text('At noon.'));
      const openai = new OpenAI({ baseURL: `${url}/v1`, apiKey: KEY, maxRetries: 0 });
      const file_data = `data:application/pdf;base64,${Buffer.from(NOTE).toString('base64')}`;
      const { choices } = await openai.chat.completions.create({
        model: 'hello',
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'When do we meet?' },
              { type: 'file', file: { filename: 'note.pdf', file_data } },
            ],
          },
        ],
      });
      expect(choices[0]?.message.content).toBe('At noon.');
      expect(JSON.stringify(system.model.requests.at(-1)?.messages)).toContain('Meet at noon.');
    },
  );
});

describe('a worker without Node', () => {
  test('a request -> is answered by the gateway, over HTTP', async () => {
    const gateway = await startServer(['bundles/out/esbuild.cjs']);
    system.model.reply(text('Hello, Ada.'));
    const url = pathToFileURL(resolve('bundles/out/worker.mjs')).href;
    const bundled = ((await import(url)) as { default: typeof worker }).default;
    const request = new Request('https://worker.example.com', { method: 'POST', body: 'Hi' });
    const response = await bundled.fetch(request, { gateway, key: KEY });
    expect(await response.text()).toBe('Hello, Ada.');
  });
});

async function startServer(args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      DATABASE_URL: system.databaseUrl,
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      THREADLINE_TASK_QUEUE: system.taskQueue,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /http:\/\/[\w.]+:\d+/.exec(line)?.[0];
    if (address !== undefined) return address;
  }
  throw new Error(`'${args.join(' ')}' ended without an address`);
}
