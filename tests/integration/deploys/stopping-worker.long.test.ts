import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { projectOf } from '../../../packages/lab/bench/deploy/builds.js';
import { startDeployWorker, type DeployWorker } from '../../../packages/lab/bench/deploy/deploy-worker.js';
import { pacedModel, slowMessage } from '../../../packages/lab/bench/deploy/paced-model.js';
import { sendAndFollow } from '../../../packages/lab/bench/deploy/send-and-follow.js';
import { findPinnedVersion } from '../../../store/flows/flows.js';
import { startTestSystem, type TestSystem } from '../../../packages/testing/test-system.js';

const STREAM_MS = 10_000;

let system: TestSystem;
let worker: DeployWorker | undefined;
beforeAll(async () => {
  system = await startTestSystem(inject('environment'), { withoutWorker: true });
});
afterAll(async () => {
  worker?.terminate();
  await worker?.exited;
  await system?.stop();
});

describe('startWorker', () => {
  test('SIGTERM while it streams an answer -> the version of another worker is current before the answer ends', async () => {
    const { taskQueue, databaseUrl, environment } = system;
    const { temporalAddress, bundlePath: codePath } = environment;
    const { flows, tools } = projectOf('old');
    const elsewhere = { worker: { taskQueue: `${taskQueue}-elsewhere` }, models: { paced: pacedModel } };
    const old = await system.startWorker({ name: 'old', flows, tools, ...elsewhere });
    const before = (await current()) ?? 0;
    worker = startDeployWorker({ temporalAddress, taskQueue, databaseUrl, build: 'new', codePath });
    await worker.ready;
    expect(await current()).toBe(before + 1);

    const errors = new Map<string, number>();
    const conversation = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    const sent = sendAndFollow(conversation, slowMessage(STREAM_MS), { turnId: 'slow', errors });
    let hasEnded = false;
    void sent.ended.then(() => (hasEnded = true));
    await sent.begun;
    worker.terminate();
    await expect.poll(current, { timeout: 60_000 }).toBe(before);
    expect(hasEnded).toBe(false);
    await sent.ended;
    await worker.exited;
    expect([[...errors], await current()]).toEqual([[], before]);
    await old.shutdown();
  }, 120_000);
});

async function current(): Promise<number | undefined> {
  return (await findPinnedVersion(system.db, 'assistant'))?.version;
}
