import { setMaxListeners } from 'node:events';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { buildsReport, describeStep, nameMode, type MeasuredBuilds } from './builds-report.js';
import { projectOf } from './builds.js';
import { deployReport, type DeployMeasurement } from './deploy-report.js';
import { startDeployWorker, type DeployWorker } from './deploy-worker.js';
import { slowMessage } from './paced-model.js';
import { readTroubles } from './read-troubles.js';
import { measureTwoBuilds } from './two-builds.js';
import { sendAndFollow, type ErrorTally, type SentMessage } from './send-and-follow.js';

const CONVERSATIONS = 200;
const TURNS = 30;
const WORKERS = 2;
const STREAMING_SHARE = 10;
const ASKING_SHARE = 20;
const LIMIT_MS = 120_000;
const UNVERSIONED_LIMIT_MS = 30_000;
const STREAM_MS = 12_000;
const QUESTION = 'What is the shortest way from here to the station? '.padEnd(110, '.');

export const deployBench: Bench = {
  name: 'deploy',
  summary: 'all workers replaced under many conversations, by the same build and by another one',
  async run(input) {
    setMaxListeners(0);
    const { only = '' } = input;
    const reports: BenchReport[] = [];
    if ('same build'.includes(only)) reports.push(await measureReplacement(input));
    const measured: MeasuredBuilds[] = [];
    for (const isVersioned of [true, false])
      if (nameMode(isVersioned).includes(only)) measured.push(await measureBuilds(input, { isVersioned }));
    if (measured.length > 0) reports.push(buildsReport(measured));
    return {
      tables: reports.flatMap(({ tables }) => tables),
      targets: reports.flatMap(({ targets }) => targets),
    };
  },
};

async function measureReplacement(input: BenchInput): Promise<BenchReport> {
  const flows = projectOf('old').flows;
  const system = await startTestSystem(input.environment, { flows, withoutWorker: true });
  const workers = startWorkers(system);
  try {
    await Promise.all(workers.map(({ ready }) => ready));
    return deployReport(await new Deploy(system, workers, input).measure());
  } finally {
    for (const worker of workers) worker.terminate();
    await Promise.all(workers.map(({ exited }) => exited));
    await system.stop({ check: false });
  }
}

async function measureBuilds(
  { environment, conversations = CONVERSATIONS, onProgress }: BenchInput,
  { isVersioned }: { isVersioned: boolean },
): Promise<MeasuredBuilds> {
  const measured = await measureTwoBuilds({
    environment,
    isVersioned,
    conversations,
    streams: Math.ceil(conversations / STREAMING_SHARE),
    approvals: Math.ceil(conversations / ASKING_SHARE),
    workers: WORKERS,
    streamMs: STREAM_MS,
    limitMs: isVersioned ? LIMIT_MS : UNVERSIONED_LIMIT_MS,
    onProgress: (line) => onProgress(`${line}, ${nameMode(isVersioned)}`),
    onStep: (step, warmMs) => onProgress(describeStep(step, { isVersioned, warmMs })),
  });
  return { isVersioned, ...measured };
}

function startWorkers({ environment, taskQueue, databaseUrl }: TestSystem): DeployWorker[] {
  const { temporalAddress, bundlePath: codePath } = environment;
  return Array.from({ length: WORKERS }, () =>
    startDeployWorker({ temporalAddress, taskQueue, databaseUrl, build: 'old', codePath }),
  );
}

class Deploy {
  readonly #system: TestSystem;
  readonly #workers: DeployWorker[];
  readonly #input: BenchInput;
  readonly #turns: number;
  readonly #conversations: readonly ConversationHandle[];

  constructor(system: TestSystem, workers: DeployWorker[], input: BenchInput) {
    this.#system = system;
    this.#workers = workers;
    this.#input = input;
    this.#turns = input.turns ?? TURNS;
    this.#conversations = Array.from({ length: input.conversations ?? CONVERSATIONS }, () =>
      system.client.conversation({ flow: 'assistant', user: system.newUser() }),
    );
  }

  async measure(): Promise<DeployMeasurement> {
    await this.#build();
    const warmErrors: ErrorTally = new Map();
    this.#tell('the warm round');
    const warm = await this.#round(this.#conversations, 'warm', { errors: warmErrors });
    const events = await this.#countEvents();
    const errors: ErrorTally = new Map();
    this.#tell('new workers start beside the old ones');
    const beganMs = performance.now();
    const { old, readyMs } = await this.#startBeside(beganMs);
    const streams = await this.#stream(errors);
    const sinceMs = Date.now();
    const startMs = performance.now();
    this.#tell('the old workers end');
    for (const worker of old) worker.terminate();
    const quiet = this.#conversations.slice(streams.length);
    const cold = await this.#round(quiet, 'cold', { errors, startMs });
    const streamed = await Promise.all(streams.map(({ ended }) => ended));
    await Promise.all(old.map(({ exited }) => exited));
    const replays = await Promise.all(this.#workers.map((worker) => worker.readReplays()));
    this.#tell('reading histories');
    const troubles = await readTroubles(this.#system.temporal, {
      taskQueue: this.#system.taskQueue,
      sinceMs,
    });
    return {
      turns: this.#turns,
      events,
      warm,
      warmErrors,
      cold,
      streamed: streamed.map(({ atMs, resets }) => ({ ms: atMs - startMs, resets })),
      readyMs,
      errors,
      troubles,
      replays: this.#conversations.map(({ workflowId }) =>
        replays.flat().reduce((sum, [id, count]) => (id === workflowId ? sum + count : sum), 0),
      ),
    };
  }

  async #build(): Promise<void> {
    let done = 0;
    const total = this.#conversations.length * this.#turns;
    await Promise.all(
      this.#conversations.map(async (conversation) => {
        for (let turn = 1; turn <= this.#turns; turn += 1) {
          await conversation.ask(QUESTION);
          done += 1;
          if (done % 500 === 0) this.#tell(`${done} of ${total} turns built up`);
        }
      }),
    );
  }

  async #round(
    conversations: readonly ConversationHandle[],
    turnId: string,
    { errors, startMs = performance.now() }: { errors: ErrorTally; startMs?: number },
  ): Promise<number[]> {
    const sent = conversations.map((conversation) =>
      sendAndFollow(conversation, QUESTION, { turnId, errors }),
    );
    const ends = await Promise.all(sent.map(({ ended }) => ended));
    return ends.map(({ atMs }) => atMs - startMs);
  }

  async #stream(errors: ErrorTally): Promise<SentMessage[]> {
    const count = Math.ceil(this.#conversations.length / STREAMING_SHARE);
    this.#tell(`${count} of ${this.#conversations.length} conversations begin to stream`);
    const streams = this.#conversations
      .slice(0, count)
      .map((conversation) =>
        sendAndFollow(conversation, slowMessage(STREAM_MS), { turnId: 'streamed', errors }),
      );
    await Promise.all(streams.map(({ begun }) => begun));
    return streams;
  }

  async #startBeside(sinceMs: number): Promise<{ old: DeployWorker[]; readyMs: number[] }> {
    const old = [...this.#workers];
    const fresh = startWorkers(this.#system);
    this.#workers.push(...fresh);
    const readyMs = await Promise.all(
      fresh.map(({ ready }) => ready.then(() => performance.now() - sinceMs)),
    );
    this.#workers.splice(0, old.length);
    return { old, readyMs };
  }

  async #countEvents(): Promise<number[]> {
    const { workflow } = this.#system.temporal;
    const described = this.#conversations.map(({ workflowId }) => workflow.getHandle(workflowId).describe());
    return (await Promise.all(described)).map(({ historyLength }) => historyLength);
  }

  #tell(line: string): void {
    this.#input.onProgress(`deploy: ${line}`);
  }
}
