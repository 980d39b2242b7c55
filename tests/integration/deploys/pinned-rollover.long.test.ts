import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import {
  bundleNewBuild,
  NEW_PATCHES,
} from '../../../packages/lab/bench/deploy/new-build/bundle-new-build.js';
import { setCurrentVersion } from '../../../packages/lab/bench/deploy/two-builds.js';
import { defineFlow } from '../../../flow/builder/define-flow.js';
import { custom, loop, manual } from '../../../flow/kinds/node-kinds.js';
import { defineNode } from '../../../extend/nodes/define-node.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';
import { startEarlyRollover, type EarlyRollover } from '../fixtures/early-rollover.js';
import { readBuilds } from '../fixtures/read-builds.js';
import { runsOf } from '../flows/fixtures/runs-of.js';

const ITEMS = 60;
const HELD = 5;

let reached: () => void = () => undefined;
let release: () => void = () => undefined;
const isReached = new Promise<void>((resolve) => (reached = resolve));
const isReleased = new Promise<void>((resolve) => (release = resolve));
const step = defineNode({
  kind: 'custom:step',
  config: z.object({ item: z.number() }),
  async execute({ item }) {
    if (item === HELD) {
      reached();
      await isReleased;
    }
    return { output: item };
  },
});
const flows = [
  defineFlow({
    slug: 'many',
    name: 'Many',
    nodes: {
      start: manual(),
      each: loop({ over: '{{ range(trigger.data.items) }}' }),
      body: custom('step', { item: '{{ loop.item }}' }),
    },
    edges: [
      ['start', 'each'],
      ['each', 'body', { on: 'item' }],
      ['body', 'each', { on: 'next' }],
    ],
  }),
];

let rollover: EarlyRollover;
let system: TestSystem;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threadline-build-'));
  rollover = await startEarlyRollover(inject('environment'), { events: 60 });
  system = await startTestSystem(rollover.environment, { flows, nodes: [step], withoutWorker: true });
});
afterAll(async () => {
  release();
  await system?.stop();
  await rollover?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a pinned execution', () => {
  test('another build becomes current before it continues as new -> every run stays on its build, a new execution does not', async () => {
    const { temporal, taskQueue } = system;
    const build = (buildId: string) => ({ name: taskQueue, buildId });
    const codePath = join(folder, 'workflows.js');
    await bundleNewBuild(codePath);
    await system.startWorker({ deployment: build('v1') });
    await setCurrentVersion(temporal, build('v1'));
    const changed = { heldPatches: NEW_PATCHES, worker: { workflowBundle: { codePath } } };
    await system.startWorker({ deployment: build('v2'), ...changed });

    const long = await start(ITEMS);
    await isReached;
    await setCurrentVersion(temporal, build('v2'));
    await expect.poll(buildOfNext, { timeout: 60_000 }).toBe('v2');
    release();
    await long.result();
    const runs = await runsOf(system, long.executionId);
    expect(runs.length).toBeGreaterThan(2);
    for (const { runId } of runs)
      expect(await readBuilds(temporal, long.executionId, runId)).toEqual({ builds: ['v1'], troubles: [] });
  }, 180_000);
});

async function buildOfNext(): Promise<string> {
  const { executionId, result } = await start(1);
  await result();
  return (await readBuilds(system.temporal, executionId)).builds.join();
}

function start(items: number) {
  const user = system.newUser();
  return system.client.executions.start({ flow: 'many', text: '', data: { items }, user });
}
