import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setCurrentVersion } from '../../packages/lab/bench/deploy/two-builds.js';
import { turnWorkflowId } from '../../protocol/ids.js';
import { gated } from '../../packages/testing/model-server/index.js';
import { startTestSystem, type TestSystem } from '../../packages/testing/test-system.js';
import type { WorkerDeployment } from '../../temporal/worker-deployment.js';
import { reportVersions } from '../../worker/start-upkeep.js';
import { bundleNewBuild, NEW_PATCHES } from '../../packages/lab/bench/deploy/new-build/bundle-new-build.js';
import { readBuilds } from './fixtures/read-builds.js';

let system: TestSystem;
let folder: string;
let codePath: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'threadline-build-'));
  codePath = join(folder, 'workflows.js');
  await bundleNewBuild(codePath);
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
});
afterAll(async () => {
  await system?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('workers of two builds', () => {
  test('forward in the middle of a turn, then back -> each turn ends on its build, the chat moves when idle, no task fails', async () => {
    const { temporal, model, taskQueue } = system;
    const build = (buildId: string) => ({ name: taskQueue, buildId });
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    await system.startWorker({ deployment: build('v1') });
    await setCurrentVersion(temporal, build('v1'));
    const changed = { heldPatches: NEW_PATCHES, worker: { workflowBundle: { codePath } } };
    await system.startWorker({ deployment: build('v2'), ...changed });

    expect(await ask('forward', () => setCurrentVersion(temporal, build('v2')))).toEqual(['v1']);
    await askUntilOn('v2');
    expect(await ask('back', () => setCurrentVersion(temporal, build('v1')))).toEqual(['v2']);
    await askUntilOn('v1');
    const { builds, troubles } = await readBuilds(temporal, conversation.workflowId);
    expect(troubles).toEqual([]);
    expect([builds[0], builds.includes('v2'), builds.at(-1)]).toEqual(['v1', true, 'v1']);

    await expect
      .poll(async () => (await system.client.health()).workers?.find(({ buildId }) => buildId === 'v1'))
      .toMatchObject({
        deployment: taskQueue,
        status: 'current',
        pollers: [expect.any(String)],
        running: { conversations: 1, executions: 0 },
      });
    expect(await readReport(build('v2'))).toMatchObject([
      expect.stringContaining(`Found workers of build 'v1': current in deployment '${taskQueue}'; 1 polling`),
      expect.stringContaining("Found workers of build 'v2': drain"),
      `This worker is build 'v2' of deployment '${taskQueue}', which is not current. To route new work to it: temporal worker deployment set-current-version --deployment-name ${taskQueue} --build-id v2`,
    ]);
    expect((await readReport(build('v1'))).length).toBe(2);
    expect((await readReport(undefined)).at(-1)).toContain(
      `This worker is unversioned and receives no work, because Task Queue '${taskQueue}' routes it to build 'v1'`,
    );

    async function readReport(deployment: WorkerDeployment | undefined): Promise<string[]> {
      const lines: string[] = [];
      const worker = { temporal, namespace: 'default', taskQueue, deployment };
      await reportVersions(worker, (_level, message) => lines.push(message));
      return lines.sort();
    }

    async function ask(turnId: string, during?: () => Promise<void>): Promise<string[]> {
      const reply = gated(`${turnId} `, 'answered');
      model.reply(reply);
      await conversation.submit({ text: turnId, turnId });
      await reply.started;
      await during?.();
      reply.release();
      expect((await conversation.ask({ text: turnId, turnId })).text).toBe(`${turnId} answered`);
      const turn = await readBuilds(temporal, turnWorkflowId(conversation.workflowId, turnId));
      expect(turn.troubles).toEqual([]);
      return turn.builds;
    }

    async function askUntilOn(buildId: string): Promise<void> {
      for (let turn = 1; !(await ask(`${buildId} ${turn}`)).includes(buildId); turn += 1);
    }
  });
});
