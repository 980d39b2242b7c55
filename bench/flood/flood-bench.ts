import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_TIMING } from '../../activities/dependencies.js';
import { assistantFlow } from '../../flow/default-flow.js';
import { ThreadlineError } from '../../client/threadline-error.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';
import { DEFAULT_USER_LIMITS, type UserLimits } from '../../protocol/user-limits.js';
import { watchFailures } from '../../worker/watch-failures.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { median, rounded } from '../statistics.js';
import { summarizingModel } from '../zero-latency-model.js';
import { startErrorServer } from './error-server.js';
import { FLOODS, floodSystem, LANES, ORDINARY, TENANT_LIMITS, type Flood } from './floods.js';

const TURNS = 10;
const WARM_UP_TURNS = 20;
const ANSWER = 'Straight on, then left. '.repeat(20).slice(0, 400);
const MAX_RATIO = 3;
/** Until a flood has filled what it can fill. */
const RISE_MS = 3_000;

/** How long a stranger waits for an answer while one user floods the worker, beside what it takes when nobody does. */
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
    });
    // As a worker has it: what tools leave behind is told, and ends nothing.
    const stopWatch = watchFailures({
      note: () => undefined,
      countRejection: () => undefined,
      onFatal: (error) => {
        throw error;
      },
    });
    try {
      return await measure(system, { ...input, limits });
    } finally {
      stopWatch();
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
  counts: FloodCounts;
}

/** What a flood did while it was measured, by how it ended. */
interface FloodCounts {
  done: number;
  failed: number;
  refused: number;
}

async function measure(
  system: TestSystem,
  { turns = TURNS, onProgress, limits }: BenchInput & { limits: UserLimits },
): Promise<BenchReport> {
  await askOften(system, WARM_UP_TURNS);
  const measured: Measured[] = [];
  for (const flood of [ORDINARY, ...FLOODS]) {
    onProgress(`flood: ${flood.kind}`);
    const idle = await askOften(system, turns);
    const running = beginFlood(system, flood);
    await pause(RISE_MS);
    const flooded = await askOften(system, turns);
    const counts = await running.stop();
    measured.push({
      kind: flood.kind,
      idleMs: median(idle),
      floodMs: median(flooded),
      slowestMs: Math.max(...flooded),
      counts,
    });
  }
  return report(measured, limits);
}

/** Asks one after another in a chat of a stranger's own, and gives the milliseconds of each. */
async function askOften(system: TestSystem, turns: number): Promise<number[]> {
  const chat = system.client.conversation({ flow: 'assistant', user: system.newUser('stranger') });
  await chat.ask('Hello');
  const took: number[] = [];
  for (let turn = 1; turn <= turns; turn += 1) {
    const startedMs = performance.now();
    await chat.ask('What is the shortest way from here to the station?');
    took.push(performance.now() - startedMs);
  }
  return took;
}

function beginFlood(system: TestSystem, { once }: Flood) {
  const counts: FloodCounts = { done: 0, failed: 0, refused: 0 };
  const user = system.newUser('flooder');
  const over = new AbortController();
  for (let lane = 1; lane <= LANES; lane += 1) void flow(lane);

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
    /** Ends the flood and its Workflows, and returns what it did until then. Lanes that wait go on doing so. */
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
        title: `A stranger's turn while one user floods the worker in ${LANES} lanes, of which ${limits.turns} turns, ${limits.executions} executions and ${limits.sandboxSeconds} seconds of code are let in`,
        columns: ['flood', 'idle ms', 'ms under it', 'slowest ms', 'ratio', 'done', 'failed', 'refused'],
        rows: measured.map(({ kind, idleMs, floodMs, slowestMs, counts }) => [
          kind,
          rounded(idleMs),
          rounded(floodMs),
          rounded(slowestMs),
          rounded(floodMs / idleMs, 2),
          counts.done,
          counts.failed,
          counts.refused,
        ]),
      },
    ],
    targets: measured.slice(1).map(({ kind, idleMs, floodMs }) => ({
      name: `Beside idle, ${kind}`,
      value: floodMs / idleMs,
      atMost: MAX_RATIO,
    })),
  };
}
