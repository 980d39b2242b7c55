import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { TestEnvironment } from '../../testing/test-environment.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';
import { projectOf, type Build } from './builds.js';
import { startDeployWorker, type DeployWorker } from './deploy-worker.js';
import { bundleNewBuild } from './new-build/bundle-new-build.js';
import { ASKING_MESSAGE, slowMessage } from './paced-model.js';
import { readTroubles, type TaskTroubles } from './read-troubles.js';
import { countError, sendAndFollow, type ErrorTally, type SentMessage } from './send-and-follow.js';
import { setCurrentVersion } from './set-current-version.js';

export interface TwoBuildsOptions {
  environment: TestEnvironment;
  /** By Worker Versioning, or by starting and ending workers alone. */
  isVersioned: boolean;
  conversations: number;
  /** Of the conversations, those that stream while workers change. */
  streams: number;
  /** Of the conversations, those that wait for a person meanwhile. */
  approvals: number;
  /** Workers of each build. */
  workers: number;
  streamMs: number;
  /** Messages without an answer after this time are counted, and not waited for. */
  limitMs: number;
  onProgress: (line: string) => void;
}

/** What one change of workers did to the chats; times in milliseconds. */
export interface BuildStep {
  name: string;
  /** By what clients saw; turns that failed among them. */
  errors: ErrorTally;
  unanswered: number;
  troubles: TaskTroubles;
  /** Of one conversation. */
  mostReplays: number;
  /** Conversations that were replayed more than once. */
  oftenReplayed: number;
  /** The longest time from a message, or from a yes to a question, to the whole answer, without streams. */
  lastMs: number;
}

type Replays = ReadonlyMap<DeployWorker, ReadonlyMap<string, number>>;

const QUESTION = 'What is the shortest way from here to the station?';

/**
 * Sends a message to each conversation while the new build replaces the old one, while it is rolled back, and while a pod
 * of the old build restarts. Some conversations stream, some wait for a person meanwhile.
 */
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
  readonly #workers: Readonly<Record<Build, Set<DeployWorker>>> = { old: new Set(), new: new Set() };
  readonly #conversations: readonly ConversationHandle[];

  constructor(system: TestSystem, options: TwoBuildsOptions & { newPath: string }) {
    this.#system = system;
    this.#options = options;
    this.#conversations = Array.from({ length: options.conversations }, () =>
      system.client.conversation({ flow: 'assistant', user: system.newUser() }),
    );
  }

  async measure(): Promise<{ warmMs: number; steps: BuildStep[] }> {
    await this.#goTo('old');
    await this.#step('first messages', () => Promise.resolve());
    const { lastMs: warmMs } = await this.#step('warm', () => Promise.resolve());
    const forward = await this.#step('forward', () => this.#goTo('new'));
    const back = await this.#step('rollback in the middle', () => this.#goTo('old'));
    await this.#step('forward again', () => this.#goTo('new'));
    const restarted = await this.#step('old pod restarted in the middle', () => this.#restartOld());
    return { warmMs, steps: [forward, back, restarted] };
  }

  async stop(): Promise<void> {
    const workers = [...this.#workers.old, ...this.#workers.new];
    for (const worker of workers) worker.terminate();
    await Promise.all(workers.map(({ exited }) => exited));
  }

  /** Routes all new work to a build. Without versioning, the other build's workers end. */
  async #goTo(build: Build): Promise<void> {
    const { isVersioned, workers } = this.#options;
    if (this.#workers[build].size === 0)
      await Promise.all(Array.from({ length: workers }, () => this.#start(build)));
    if (isVersioned) return setCurrentVersion(this.#system.temporal, this.#deployment(build));
    await this.#end(build === 'old' ? 'new' : 'old', workers);
  }

  /** A node goes down, and its pod comes back. Without versioning, one comes back that had ended. */
  async #restartOld(): Promise<void> {
    await this.#end('old', 1);
    await this.#start('old');
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
    this.#workers[build].add(worker);
    await worker.ready;
  }

  async #end(build: Build, count: number): Promise<void> {
    const workers = [...this.#workers[build]].slice(0, count);
    for (const worker of workers) {
      worker.terminate();
      this.#workers[build].delete(worker);
    }
    await Promise.all(workers.map(({ exited }) => exited));
  }

  #deployment(build: Build) {
    return { name: this.#system.taskQueue, buildId: build };
  }

  /** A message to each conversation: some begin before the change of workers, half of the others after it. */
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
      limitMs,
      [...asking, ...streaming].map(({ begun }) => begun),
    );
    const half = Math.ceil(quiet.length / 2);
    const sent = quiet.slice(0, half).map(send(QUESTION));
    await change();
    sent.push(...quiet.slice(half).map(send(QUESTION)));
    const yesMs = performance.now();
    const answers = open.flatMap((question) => (question === undefined ? [] : [question]));
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
    const replays = await this.#countReplays(before);
    return {
      name,
      errors,
      unanswered: answeredMs.filter((atMs) => atMs === undefined).length,
      troubles: await readTroubles(this.#system.temporal, { taskQueue: this.#system.taskQueue, sinceMs }),
      mostReplays: Math.max(...replays),
      oftenReplayed: replays.filter((count) => count > 1).length,
      lastMs: Math.max(...tookMs),
    };
  }

  /** Replays of each living worker by Workflow ID. */
  async #readReplays(): Promise<Replays> {
    const living = [...this.#workers.old, ...this.#workers.new];
    const counts = await Promise.all(
      living.map(async (worker) => [worker, new Map(await worker.readReplays())] as const),
    );
    return new Map(counts);
  }

  /** Replays of each conversation since then. */
  async #countReplays(before: Replays): Promise<number[]> {
    const after = [...(await this.#readReplays())];
    return this.#conversations.map(({ workflowId }) =>
      after.reduce(
        (sum, [worker, replays]) =>
          sum + (replays.get(workflowId) ?? 0) - (before.get(worker)?.get(workflowId) ?? 0),
        0,
      ),
    );
  }
}

/** Waits for all; a value is undefined if it does not come within the limit. */
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

/** When each message was answered; undefined: not within the limit. */
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
