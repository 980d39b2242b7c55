import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isGrpcServiceError, type Client } from '@temporalio/client';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import type { TestEnvironment } from '../../../testing/test-environment.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { projectOf, type Build } from './builds.js';
import { startDeployWorker, type DeployWorker } from './deploy-worker.js';
import { bundleNewBuild } from './new-build/bundle-new-build.js';
import { ASKING_MESSAGE, slowMessage } from './paced-model.js';
import { readTroubles, type TaskTroubles } from './read-troubles.js';
import { countError, sendAndFollow, type ErrorTally, type SentMessage } from './send-and-follow.js';
import type { WorkerDeployment } from '../../../../temporal/worker-deployment.js';

const PAUSE_MS = 100;

const NOT_YET: readonly number[] = [5, 9];

export interface TwoBuildsOptions {
  environment: TestEnvironment;
  isVersioned: boolean;
  conversations: number;
  streams: number;
  approvals: number;
  workers: number;
  streamMs: number;
  limitMs: number;
  onProgress: (line: string) => void;
  onStep?: (step: BuildStep, warmMs: number) => void;
}

export interface BuildStep {
  name: string;
  errors: ErrorTally;
  unanswered: number;
  troubles: TaskTroubles;
  replays: number;
  mostReplays: number;
  lastMs: number;
}

type Replays = Readonly<Record<Build, ReadonlyMap<string, number>>>;

const QUESTION = 'What is the shortest way from here to the station?';
const BEGIN_SHARE = 1 / 3;

export async function measureTwoBuilds(
  options: TwoBuildsOptions,
): Promise<{ warmMs: number; steps: BuildStep[] }> {
  const { environment } = options;
  const folder = await mkdtemp(join(tmpdir(), 'threadline-builds-'));
  const newPath = join(folder, 'workflows.js');
  await bundleNewBuild(newPath);
  const system = await startTestSystem(environment, { flows: projectOf('old').flows, withoutWorker: true });
  const run = new TwoBuilds(system, { ...options, newPath });
  try {
    return await run.measure();
  } finally {
    await run.stop();
    await system.stop({ check: false });
    await rm(folder, { recursive: true, force: true });
  }
}

class TwoBuilds {
  readonly #system: TestSystem;
  readonly #options: TwoBuildsOptions & { newPath: string };
  readonly #workers: DeployWorker[] = [];
  readonly #ended = new Set<DeployWorker>();
  readonly #conversations: readonly ConversationHandle[];
  readonly #beforeMove: Record<Build, ReadonlyMap<string, number>> = { old: new Map(), new: new Map() };

  constructor(system: TestSystem, options: TwoBuildsOptions & { newPath: string }) {
    this.#system = system;
    this.#options = options;
    this.#conversations = Array.from({ length: options.conversations }, () =>
      system.client.conversation({ flow: 'assistant', user: system.newUser() }),
    );
  }

  async measure(): Promise<{ warmMs: number; steps: BuildStep[] }> {
    const { isVersioned, onStep } = this.#options;
    await this.#goTo('old');
    await this.#step('first messages', () => Promise.resolve());
    const { lastMs: warmMs } = await this.#step('warm', () => Promise.resolve());
    const measure = async (name: string, change: () => Promise<void>): Promise<BuildStep> => {
      const step = await this.#step(name, change);
      onStep?.(step, warmMs);
      return step;
    };
    if (isVersioned) await this.#startAll('new');
    const forward = await measure('forward', () => this.#goTo('new'));
    const back = await measure('rollback in the middle', () => this.#goTo('old'));
    await this.#step('forward again', () => this.#goTo('new'));
    const restarted = await measure('old pod restarted in the middle', () => this.#restartOld());
    return { warmMs, steps: [forward, back, restarted] };
  }

  stop(): Promise<void> {
    return this.#end(this.#living());
  }

  async #goTo(build: Build): Promise<void> {
    this.#beforeMove[build] = (await this.#readReplays())[build];
    if (this.#living(build).length === 0) await this.#startAll(build);
    if (this.#options.isVersioned) return setCurrentVersion(this.#system.temporal, this.#deployment(build));
    await this.#end(this.#living(build === 'old' ? 'new' : 'old'));
  }

  async #restartOld(): Promise<void> {
    await this.#end(this.#living('old').slice(0, 1));
    await this.#start('old');
  }

  async #startAll(build: Build): Promise<void> {
    await Promise.all(Array.from({ length: this.#options.workers }, () => this.#start(build)));
  }

  async #start(build: Build): Promise<void> {
    const { environment, taskQueue, databaseUrl } = this.#system;
    const { isVersioned, newPath } = this.#options;
    const worker = startDeployWorker({
      temporalAddress: environment.temporalAddress,
      taskQueue,
      databaseUrl,
      build,
      codePath: build === 'new' ? newPath : environment.bundlePath,
      deployment: isVersioned ? this.#deployment(build) : undefined,
    });
    this.#workers.push(worker);
    await worker.ready;
  }

  async #end(workers: readonly DeployWorker[]): Promise<void> {
    for (const worker of workers) {
      worker.terminate();
      this.#ended.add(worker);
    }
    await Promise.all(workers.map(({ exited }) => exited));
  }

  #living(build?: Build): DeployWorker[] {
    return this.#workers.filter((worker) => !this.#ended.has(worker) && (!build || worker.build === build));
  }

  #deployment(build: Build) {
    return { name: this.#system.taskQueue, buildId: build };
  }

  async #step(name: string, change: () => Promise<void>): Promise<BuildStep> {
    const { streams, approvals, streamMs, limitMs, onProgress } = this.#options;
    onProgress(`deploy: ${name}`);
    const sinceMs = Date.now();
    const errors: ErrorTally = new Map();
    const over = new AbortController();
    const before = await this.#readReplays();
    const send = (text: string) => (conversation: ConversationHandle) =>
      sendAndFollow(conversation, text, { turnId: name, errors, signal: over.signal });
    const streaming = this.#conversations.slice(0, streams).map(send(slowMessage(streamMs)));
    const asking = this.#conversations.slice(streams, streams + approvals).map(send(ASKING_MESSAGE));
    const quiet = this.#conversations.slice(streams + approvals);
    const open = await within(
      limitMs * BEGIN_SHARE,
      [...asking, ...streaming].map(({ begun }) => begun),
    );
    const half = Math.ceil(quiet.length / 2);
    const sent = quiet.slice(0, half).map(send(QUESTION));
    await change();
    sent.push(...quiet.slice(half).map(send(QUESTION)));
    const yesMs = performance.now();
    const answers = open.flatMap((question) => (question ? [question] : []));
    await Promise.all(
      answers.map(({ executionId, call }) =>
        this.#system.client.executions
          .answer(executionId, { call: call ?? undefined, answer: 'yes' })
          .catch((error: unknown) => countError(errors, { name: 'answer', error })),
      ),
    );
    const all = [...streaming, ...asking, ...sent];
    const answeredMs = await waitFor(all, { limitMs, over });
    const beganMs = [...asking.map(() => yesMs), ...sent.map(({ sentMs }) => sentMs)];
    const tookMs = answeredMs
      .slice(streaming.length)
      .map((atMs, at) => (atMs ?? Infinity) - (beganMs[at] ?? 0));
    const after = await this.#readReplays();
    return {
      name,
      errors,
      unanswered: answeredMs.filter((atMs) => atMs === undefined).length,
      troubles: await readTroubles(this.#system.temporal, { taskQueue: this.#system.taskQueue, sinceMs }),
      replays: this.#countReplays(after) - this.#countReplays(before),
      mostReplays: this.#mostReplays(after),
      lastMs: Math.max(...tookMs),
    };
  }

  async #readReplays(): Promise<Replays> {
    const replays: Record<Build, Map<string, number>> = { old: new Map(), new: new Map() };
    await Promise.all(
      this.#workers.map(async (worker) => {
        const counts = replays[worker.build];
        for (const [id, count] of await worker.readReplays()) counts.set(id, (counts.get(id) ?? 0) + count);
      }),
    );
    return replays;
  }

  #countReplays(replays: Replays): number {
    const counts = this.#conversations.map(
      ({ workflowId: id }) => (replays.old.get(id) ?? 0) + (replays.new.get(id) ?? 0),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #mostReplays(replays: Replays): number {
    const builds: readonly Build[] = ['old', 'new'];
    const counts = builds.flatMap((build) =>
      this.#conversations.map(
        ({ workflowId: id }) => (replays[build].get(id) ?? 0) - (this.#beforeMove[build].get(id) ?? 0),
      ),
    );
    return Math.max(...counts);
  }
}

async function within<Value>(
  limitMs: number,
  values: readonly Promise<Value>[],
): Promise<(Value | undefined)[]> {
  const over = new AbortController();
  const limit = delay(limitMs, undefined, { ref: false, signal: over.signal }).catch(() => undefined);
  const settled = await Promise.all(
    values.map((value) => Promise.race([value, limit]).catch(() => undefined)),
  );
  over.abort();
  return settled;
}

async function waitFor(
  sent: readonly SentMessage[],
  { limitMs, over }: { limitMs: number; over: AbortController },
): Promise<(number | undefined)[]> {
  const answered = await within(
    limitMs,
    sent.map(({ ended }) => ended.then(({ atMs }) => atMs)),
  );
  over.abort();
  return answered;
}

export async function setCurrentVersion(
  { workflowService, options: { namespace } }: Client,
  { name: deploymentName, buildId }: WorkerDeployment,
): Promise<void> {
  for (;;) {
    try {
      await workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName, buildId });
      return;
    } catch (error) {
      if (!isGrpcServiceError(error) || !NOT_YET.includes(error.code)) throw error;
      await delay(PAUSE_MS);
    }
  }
}
