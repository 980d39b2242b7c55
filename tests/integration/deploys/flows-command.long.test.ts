import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import type { FlowDefinition } from '../../../flow/definition.js';
import { agent, chat, manual, reply, subflow } from '../../../flow/kinds/node-kinds.js';
import { findPinnedVersion, storeDraft } from '../../../store/flows/flows.js';
import { SCRIPTED_MODEL } from '../../../packages/testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { defineTool } from '../../../extend/tools/define-tool.js';
import {
  createWorkspace,
  SOURCE_COMMAND,
  type Outcome,
  type Workspace,
} from '../../cli/end-to-end/run-threadline.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const refund = defineTool({
  name: 'refund',
  description: 'Refunds.',
  input: z.object({}),
  execute: () => 'refunded',
});

let system: TestSystem;
let workspace: Workspace;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
  workspace = createWorkspace(
    {
      TEMPORAL_ADDRESS: system.environment.temporalAddress,
      DATABASE_URL: system.databaseUrl,
      THREADLINE_TASK_QUEUE: system.taskQueue,
      THREADLINE_HTTP_ADDRESS: '127.0.0.1:0',
    },
    SOURCE_COMMAND,
  );
});
afterAll(async () => {
  await workspace?.cleanUp();
  await system?.stop({ check: false });
});

describe('threadline flows put', () => {
  test('tools of two live workers, no project -> accepted; a tool of neither -> 1 and its place', async () => {
    const lookUp = { ...refund, name: 'look_up' };
    const workers = [
      await system.startWorker({ name: 'one', tools: [refund] }),
      await system.startWorker({ name: 'two', tools: [lookUp] }),
    ];
    expect(await put(agentFlow(['refund']))).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await put(agentFlow(['refund', 'look_up']))).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: expect.stringMatching(/^Flow 'helper' has version 2 .*answers once a live worker has tool '/),
    });
    expect(await put(agentFlow(['refund', 'fly']))).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("'fly' in field 'config.tools[1]', but this tool is not registered"),
    });
    for (const { shutdown } of workers) await shutdown();
  });

  test('validate without a project -> names what was not checked', async () => {
    const given = JSON.stringify(agentFlow(['fly']));
    expect(await workspace.run(['flows', 'validate', '-'], given)).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(
        /^Not checked, because no project is in this folder: tool 'fly', model '/,
      ),
    });
    const { stdout } = await workspace.run(['flows', 'validate', '-', '--json'], given);
    expect(JSON.parse(stdout)).toMatchObject({
      isValid: true,
      unchecked: ["tool 'fly'", expect.stringMatching(/^model '/)],
    });
  });
});

describe('threadline flows publish', () => {
  test('a draft -> it answers the next execution; a version that does not exist -> 1', async () => {
    const { shutdown } = await system.startWorker({ name: 'worker', flows: [replyFlow('one')] });
    expect(await storeDraft(system.db, replyFlow('two'), undefined)).toMatchObject({ version: 2 });
    expect(await run()).toBe('one');
    expect(await publish('--version', '2')).toMatchObject({
      exitCode: 0,
      stdout: "Flow 'said' is at version 2\n",
    });
    expect(await run()).toBe('two');
    expect(await publish()).toMatchObject({ exitCode: 0, stdout: "Flow 'said' is at version 1\n" });
    expect(await run()).toBe('one');
    expect(await publish('--version', '9')).toMatchObject({
      exitCode: 1,
      stderr: "Flow 'said' has no version 9: it has 2, 1\n",
    });
    await shutdown();
  });

  test('an invalid draft -> 1 and its place, and the previous version stays', async () => {
    const nodes = [
      { id: 'start', kind: 'manual' },
      { id: 'say', kind: 'reply', config: { text: '{{ trigger.txet }}' } },
    ] as const;
    const wrong: FlowDefinition = { ...replyFlow('three'), nodes };
    const { version } = await storeDraft(system.db, wrong, undefined);
    expect(await publish('--version', String(version))).toMatchObject({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringContaining("'say'"),
    });
    expect((await findPinnedVersion(system.db, 'said'))?.version).toBe(1);
  });

  test('a draft with a tool that no live worker has -> published, and waits for the tool', async () => {
    const { shutdown } = await system.startWorker({ name: 'toolless', tools: [] });
    const { version } = await storeDraft(system.db, agentFlow(['fly'], 'said'), undefined);
    expect(await publish('--version', String(version))).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: `Version ${version} of flow 'said' is published. Version 1 answers until a live worker has tool 'fly'\n`,
    });
    expect(await run()).toBe('one');
    await shutdown();
  });
});

describe('threadline worker', () => {
  test('a flow that starts a stored one -> no warning; one that starts an unknown one -> a warning', async () => {
    await storeFlows(replyFlow('below', 'stored_only'));
    const { environment, command } = workspace;
    const own = createWorkspace(
      Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >,
      command,
    );
    const index = JSON.stringify(pathToFileURL(join(ROOT, 'index.ts')).href);
    const flows = [callingFlow('first', 'stored_only'), callingFlow('second', 'nobody')];
    writeFileSync(
      join(own.folder, 'threadline.config.ts'),
      `import { defineConfig } from ${index};\nexport default defineConfig(${JSON.stringify({ flows })});`,
    );
    const worker = own.start(['worker']);
    await worker.until('Listening on Task Queue');
    const warnings = worker
      .printed()
      .split('\n')
      .filter((line) => line.includes('is not registered'));
    expect(warnings).toEqual([expect.stringContaining("Flow 'second': Node 'below' has 'nobody'")]);
    expect(await run('first')).toBe('below');
    await own.cleanUp();
  });
});

async function storeFlows(flow: FlowDefinition): Promise<void> {
  expect(await put(flow)).toMatchObject({ exitCode: 0 });
}

function put(flow: FlowDefinition): Promise<Outcome> {
  return workspace.run(['flows', 'put', '-'], JSON.stringify(flow));
}

function publish(...args: readonly string[]): Promise<Outcome> {
  return workspace.run(['flows', 'publish', 'said', ...args]);
}

async function run(flow = 'said'): Promise<string> {
  const execution = await system.client.executions.start({ flow, text: 'hi' });
  return execution.result();
}

function agentFlow(tools: readonly string[], slug = 'helper'): FlowDefinition {
  const nodes = { chat: chat(), say: agent({ model: SCRIPTED_MODEL, tools }) };
  return defineFlow({ slug, name: 'Helper', nodes, edges: [['chat', 'say']] });
}

function replyFlow(said: string, slug = 'said'): FlowDefinition {
  const nodes = { start: manual(), say: reply({ text: said }) };
  return defineFlow({ slug, name: 'Said', nodes, edges: [['start', 'say']] });
}

function callingFlow(slug: string, flow: string): FlowDefinition {
  const nodes = { start: manual(), below: subflow({ flow }), say: reply({ text: '{{ below.output }}' }) };
  const edges = [
    ['start', 'below'],
    ['below', 'say'],
  ] as const;
  return defineFlow({ slug, name: 'Calling', nodes, edges });
}
