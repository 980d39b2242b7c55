import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, inject, test } from 'vitest';
import { agent, chat, defineFlow, reply } from '../../index.js';
import { assistantFlow } from '../../flow/default-flow.js';
import {
  gated,
  startModelServer,
  text,
  type ModelServer,
} from '../../packages/testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';

const ROOT = join(import.meta.dirname, '../..');

let system: TestSystem;
let model: ModelServer | undefined;
let folder: string;
afterEach(async () => {
  await system?.stop();
  await model?.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the streaming example of docs/chat.md', () => {
  test('the model breaks off after some text and is called again -> both attempts, distinguished', async () => {
    model = await startModelServer({ script: [gated('It is late', '')] });
    const { baseUrl, port } = model;
    system = await startTestSystem(inject('environment'), {
      flows: [assistantFlow('house:m')],
      models: { house: { baseUrl } },
    });
    const printed = await printedByExample(async (soFar) => {
      if (soFar !== 'It is late') return;
      await model?.close({ check: false });
      model = await startModelServer({ port, script: [text('It is noon.')] });
    });
    expect(printed).toBe('It is late\n[again] It is noon.');
  });

  test('a flow that ends in a reply -> the text of the reply, once', async () => {
    const flow = defineFlow({
      slug: 'assistant',
      name: 'Assistant',
      nodes: {
        chat: chat(),
        think: agent({ model: SCRIPTED_MODEL }),
        say: reply({ text: 'They say: {{ think.output }}' }),
      },
      edges: [
        ['chat', 'think'],
        ['think', 'say'],
      ],
    });
    system = await startTestSystem(inject('environment'), { flows: [flow] });
    system.model.reply(text('noon.'));
    expect(await printedByExample()).toBe('They say: noon.');
  });
});

async function printedByExample(
  onOutput: (soFar: string) => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const page = await readFile(join(ROOT, 'docs/chat.md'), 'utf8');
  const blocks = [...page.matchAll(/```ts\n([^]*?)```/g)].map(([, code = '']) => code);
  folder = await mkdtemp(join(import.meta.dirname, '.chat-'));
  const file = join(folder, 'chat.ts');
  await writeFile(file, blocks.find((code) => code.includes('.stream(')) ?? '');
  const example = spawn(process.execPath, ['--import', 'tsx', file], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      DATABASE_URL: system.databaseUrl,
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      THREADLINE_TASK_QUEUE: system.taskQueue,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  for await (const piece of example.stdout.setEncoding('utf8')) {
    printed += String(piece);
    await onOutput(printed);
  }
  return printed;
}
