import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assistantFlow } from '../../flow/default-flow.js';
import { defineFlow } from '../../flow/builder/define-flow.js';
import { agent, chat } from '../../flow/kinds/node-kinds.js';
import { registerFlows } from '../../store/flows/flows.js';
import { setCurrentVersion } from '../../bench/deploy/set-current-version.js';
import { conversationWorkflowId, turnWorkflowId } from '../../protocol/ids.js';
import { gated, text } from '../../testing/model-server/index.js';
import { SCRIPTED_MODEL } from '../../testing/scripted-models.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';
import type { WorkerDeployment } from '../../temporal/worker-deployment.js';
import { reportVersions } from '../../worker/report-versions.js';
import { bundleNewBuild, NEW_PATCHES } from '../../bench/deploy/new-build/bundle-new-build.js';
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

    // Visibility is a moment late.
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

    /** What a worker of a build logs at its start. */
    async function readReport(deployment: WorkerDeployment | undefined): Promise<string[]> {
      const lines: string[] = [];
      const worker = { temporal, namespace: 'default', taskQueue, deployment };
      await reportVersions(worker, (_level, message) => lines.push(message));
      return lines.sort();
    }

    /** Returns the builds that the turn's execution ran on. */
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

    /** The server tells its parts of a new route one after another. */
    async function askUntilOn(buildId: string): Promise<void> {
      for (let turn = 1; !(await ask(`${buildId} ${turn}`)).includes(buildId); turn += 1);
    }
  });
});

describe('beginExecution', () => {
  test('the current version names a tool that this build lacks -> the newest version that it can run is pinned', async () => {
    const { temporal, db, model } = system;
    const old = assistantFlow(SCRIPTED_MODEL);
    const later = defineFlow({
      slug: 'assistant',
      name: 'Assistant',
      nodes: { chat: chat(), agent: agent({ model: SCRIPTED_MODEL, tools: ['look_up'] }) },
      edges: [['chat', 'agent']],
    });
    const build = { name: `${system.taskQueue}-flows`, buildId: 'v1' };
    const taskQueue = `${system.taskQueue}-flows`;
    await system.startWorker({ deployment: build, worker: { taskQueue } });
    await setCurrentVersion(temporal, build);
    await registerFlows(db, [old]);
    await registerFlows(db, [later]);
    const user = system.newUser();
    const workflowId = conversationWorkflowId({ flow: 'assistant', user });
    model.reply(text('hello'));
    await temporal.workflow.start('conversation', {
      workflowId,
      taskQueue,
      args: [{ flow: 'assistant', user }],
    });
    const conversation = system.client.conversation({ flow: 'assistant', user });
    expect((await conversation.ask({ text: 'hello', turnId: 'one' })).text).toBe('hello');
    const [execution] = await system.client.executions.list({ user });
    expect(execution?.flowVersion).toBe(1);
    await registerFlows(db, [old]);
  });
});

describe('readWorkerVersions', () => {
  test('no deployment -> the unversioned workers, who are current, and what runs', async () => {
    const plain = await startTestSystem(inject('environment'));
    try {
      plain.model.reply(text('hello'));
      await plain.client.conversation({ flow: 'assistant', user: plain.newUser() }).ask('hello');
      // Visibility is a moment late.
      await expect
        .poll(async () => (await plain.client.health()).workers)
        .toEqual([
          {
            deployment: null,
            buildId: null,
            status: 'current',
            rampPercent: null,
            pollers: [expect.any(String)],
            running: { conversations: 1, executions: 0 },
          },
        ]);
      expect((await plain.client.health({ user: 'ada' })).workers).toBeNull();
    } finally {
      await plain.stop();
    }
  });
});
