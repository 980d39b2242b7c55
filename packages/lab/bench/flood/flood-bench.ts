import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_TIMING } from '../../../../activities/dependencies.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { ThreadlineError } from '../../../../client/threadline-error.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import { DEFAULT_USER_LIMITS, type UserLimits } from '../../../../protocol/user-limits.js';
import { slotsPerUser } from '../../../../worker/tune-worker.js';
import { watchFailures } from '../../../../worker/watch-failures.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { startGatewayProcess, type GatewayProcess } from '../gateway/gateway-process.js';
import { median, rounded } from '../statistics.js';
import { summarizingModel } from '../zero-latency-model.js';
import { startErrorServer } from './error-server.js';
import { FLOODS, floodSystem, LANES, ORDINARY, TENANT_LIMITS, type Flood } from './floods.js';

const TURNS = 10;
const WARM_UP_TURNS = 20;
const ANSWER = 'Straight on, then left. '.repeat(20).slice(0, 400);
const MAX_RATIO = 3;
const RISE_MS = 3_000;
const TIMEOUT_MS = 60_000;
const MEGABYTE = 1_048_576;

export const floodBench: Bench = {
  name: 'flood',
  summary: "a stranger's chat on a worker that one user floods, by kind of flood",
  async run(input) {
    const errors = await startErrorServer();
    const { flows, tools, models } = floodSystem(errors);
    const limits = input.hasDefaultLimits ? DEFAULT_USER_LIMITS : TENANT_LIMITS;
    const system = await startTestSystem(input.environment, {
      flows: [assistantFlow('summarizing:latency'), ...flows],
      tools,
      models: { ...models, summarizing: () => summarizingModel(ANSWER) },
      timing: DEFAULT_TIMING,
      userLimits: limits,
      slotsPerUser: slotsPerUser(),
    });
    const stopWatch = watchFailures({
      note: () => undefined,
      countRejection: () => undefined,
      onFatal: (error) => {
        throw error;
      },
    });
    const gateway = await startGatewayProcess({
      temporalAddress: system.environment.temporalAddress,
      databaseUrl: system.databaseUrl,
      taskQueue: system.taskQueue,
      openStreams: LANES,
    });
    try {
      return await measure({ system, gateway }, { ...input, limits });
    } finally {
      stopWatch();
      await gateway.stop();
      await system.stop();
      await errors.close();
    }
  },
};

interface Measured {
  kind: string;
  idleMs: number;
  floodMs: number;
  slowestMs: number;
  unanswered: number;
  counts: FloodCounts;
  before: ResidentMegabytes;
  peak: ResidentMegabytes;
  after: ResidentMegabytes;
}

interface ResidentMegabytes {
  worker: number;
  gateway: number;
}

interface Flooded {
  system: TestSystem;
  gateway: GatewayProcess;
}

interface FloodCounts {
  done: number;
  failed: number;
  refused: number;
}

async function measure(
  flooded: Flooded,
  { turns = TURNS, only = '', onProgress, limits }: BenchInput & { limits: UserLimits },
): Promise<BenchReport> {
  const { system, gateway } = flooded;
  await askOften(system, WARM_UP_TURNS);
  const measured: Measured[] = [];
  for (const flood of [ORDINARY, ...FLOODS].filter(({ kind }) => kind.includes(only))) {
    onProgress(`flood: ${flood.kind}`);
    const idle = await askOften(system, turns);
    const before = await readMemory(gateway);
    const memory = watchMemory(gateway);
    const running = beginFlood(flooded, flood);
    await pause(RISE_MS);
    const under = await askOften(system, turns);
    const counts = await running.stop();
    measured.push({
      kind: flood.kind,
      idleMs: median(idle.tookMs),
      floodMs: median(under.tookMs),
      slowestMs: Math.max(...under.tookMs),
      unanswered: under.unanswered,
      counts,
      before,
      peak: await memory.stop(),
      after: await readMemory(gateway),
    });
  }
  return report(measured, limits);
}

async function readMemory(gateway: GatewayProcess, collects = true): Promise<ResidentMegabytes> {
  const { bytes } = await gateway.readUsage({ collects });
  return { worker: process.memoryUsage.rss() / MEGABYTE, gateway: bytes / MEGABYTE };
}

function watchMemory(gateway: GatewayProcess): { stop(): Promise<ResidentMegabytes> } {
  const over = new AbortController();
  const watching = (async () => {
    const peak = { worker: 0, gateway: 0 };
    while (!over.signal.aborted) {
      const { worker, gateway: ofGateway } = await readMemory(gateway, false);
      peak.worker = Math.max(peak.worker, worker);
      peak.gateway = Math.max(peak.gateway, ofGateway);
      await pause(500, undefined, over).catch(() => undefined);
    }
    return peak;
  })();
  return {
    stop: () => {
      over.abort();
      return watching;
    },
  };
}

async function askOften(
  system: TestSystem,
  turns: number,
): Promise<{ tookMs: number[]; unanswered: number }> {
  const open = () => system.client.conversation({ flow: 'assistant', user: system.newUser('stranger') });
  let chat = open();
  const tookMs: number[] = [];
  let unanswered = 0;
  for (let turn = 0; turn <= turns; turn += 1) {
    const startedMs = performance.now();
    const isAnswered = await Promise.race([
      chat.ask('What is the shortest way from here to the station?').then(
        () => true,
        () => false,
      ),
      pause(TIMEOUT_MS, false, { ref: false }),
    ]);
    if (turn > 0) tookMs.push(performance.now() - startedMs);
    if (isAnswered) continue;
    unanswered += 1;
    chat = open();
  }
  return { tookMs, unanswered };
}

function beginFlood({ system, gateway }: Flooded, { once }: Flood) {
  const counts: FloodCounts = { done: 0, failed: 0, refused: 0 };
  const user = system.newUser('flooder');
  const over = new AbortController();
  for (let lane = 1; lane <= LANES; lane += 1) {
    void flow(lane);
    void follow().catch(() => undefined);
  }

  async function follow(): Promise<void> {
    const headers = { authorization: `Bearer ${user}` };
    const { body } = await fetch(`${gateway.url}/api/v1/changes`, { headers, signal: over.signal });
    for await (const _ of body ?? []);
  }

  async function flow(lane: number): Promise<void> {
    while (!over.signal.aborted)
      await once(system, { user, lane }).then(
        () => (counts.done += 1),
        async (error: unknown) => {
          const retryAfterMs = error instanceof ThreadlineError ? error.retryAfterMs : undefined;
          counts[retryAfterMs === undefined ? 'failed' : 'refused'] += 1;
          await pause(retryAfterMs ?? 0, undefined, over).catch(() => undefined);
        },
      );
  }

  return {
    async stop(): Promise<FloodCounts> {
      over.abort();
      const ended = { ...counts };
      await terminateAll(system, user);
      return ended;
    },
  };
}

async function terminateAll({ db, temporal }: TestSystem, user: string): Promise<void> {
  const workflows = await db
    .selectFrom('execution')
    .select('workflow_id')
    .where('user_id', '=', user)
    .where('finished_at', 'is', null)
    .union(db.selectFrom('conversation').select('workflow_id').where('user_id', '=', user))
    .execute();
  for (const { workflow_id: workflowId } of workflows)
    await temporal.workflow
      .getHandle(workflowId)
      .terminate('the flood is over')
      .catch(() => undefined);
}

function report(measured: readonly Measured[], limits: UserLimits): BenchReport {
  return {
    tables: [
      {
        title: `A stranger's turn while one user floods the worker in ${LANES} lanes and reads as many streams at a gateway, of which ${limits.turns} turns, ${limits.executions} executions and ${limits.sandboxSeconds} seconds of code are let in`,
        columns: [
          'flood',
          'idle ms',
          'ms under it',
          'slowest ms',
          'unanswered',
          'ratio',
          'done',
          'failed',
          'refused',
          'worker MB before',
          'peak',
          'after',
          'gateway MB before',
          'peak',
          'after',
        ],
        rows: measured.map(
          ({ kind, idleMs, floodMs, slowestMs, unanswered, counts, before, peak, after }) => [
            kind,
            rounded(idleMs),
            rounded(floodMs),
            rounded(slowestMs),
            unanswered,
            rounded(floodMs / idleMs, 2),
            counts.done,
            counts.failed,
            counts.refused,
            ...[before, peak, after].map(({ worker }) => rounded(worker)),
            ...[before, peak, after].map(({ gateway }) => rounded(gateway)),
          ],
        ),
      },
    ],
    targets: measured.slice(1).map(({ kind, idleMs, floodMs }) => ({
      name: `Beside idle, ${kind}`,
      value: floodMs / idleMs,
      atMost: MAX_RATIO,
    })),
  };
}
