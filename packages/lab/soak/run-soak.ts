import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { isConnectionError } from '../../../store/is-connection-error.js';
import {
  CHAOS_FAULT_NAMES,
  CHAOS_FAULTS,
  type ChaosFault,
  type ChaosLoad,
} from '../../testing/chaos/index.js';
import { checkHistories } from '../../testing/chaos/check-histories.js';
import { checkRows } from '../../testing/chaos/check-rows.js';
import { startChaosServers } from '../../testing/chaos/chaos-servers.js';
import { ChaosWorkers } from '../../testing/chaos/chaos-workers.js';
import { holdAll, settled, unanswered } from '../../testing/chaos/hold-load.js';
import { beginFault, type ChaosSite } from '../../testing/chaos/perform-fault.js';
import { readRows } from '../../testing/chaos/read-rows.js';
import type { Talk } from '../../testing/chaos/talk.js';
import { seededRandom, type SeededRandom } from '../../testing/seeded-random.js';
import { startTestSystem, type TestSystem } from '../../testing/test-system.js';
import { checkSamples } from './check-samples.js';
import type { SoakReport, SoakSample, SoakViolation } from './soak-report.js';
import type { Client } from '@temporalio/client';

export interface SoakOptions {
  readonly seed: number;
  readonly turns: number;
  readonly conversations: number;
  readonly workers: number;
  readonly calmSeconds: number;
  readonly load: ChaosLoad;
  readonly onProgress: (line: string) => void;
  readonly onSample: (sample: SoakSample) => void;
}

const FEWEST_ROLLOVERS = 5;
const EVENTS_PER_TURN = 14;
const STALLED_MS = 300_000;
const FAULTS = CHAOS_FAULT_NAMES.filter((fault) => fault !== 'worker-killed');
const KEPT_REQUESTS = 100;
/**
 * A Workflow that moved to another worker stays in the old one's cache, at a third of a megabyte. The default
 * size would hide a leak.
 */
const CACHED_WORKFLOWS = 100;

export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const { load, onProgress } = options;
  const perConversation = options.turns / options.conversations;
  const events = Math.floor((perConversation * EVENTS_PER_TURN) / (FEWEST_ROLLOVERS + 2));
  const dynamicConfig = { 'limit.historyCount.suggestContinueAsNew': Math.min(events, 1_000) };
  const servers = await startChaosServers({ onProgress, dynamicConfig });
  try {
    const system = await startTestSystem(servers.environment, {
      flows: load.flows,
      model: { script: load.script, keptRequests: KEPT_REQUESTS },
      withoutWorker: true,
    });
    const workers = new ChaosWorkers(system, { module: load.module, cachedWorkflows: CACHED_WORKFLOWS });
    try {
      for (let count = options.workers; count > 0; count -= 1) await workers.add();
      return await soak({ options, system, site: { servers, workers } });
    } finally {
      await workers.killAll();
      await system.stop({ check: false });
    }
  } finally {
    await servers.stop();
  }
}

interface Run {
  readonly options: SoakOptions;
  readonly system: TestSystem;
  readonly site: ChaosSite;
}

async function soak(run: Run): Promise<SoakReport> {
  const { options, system, site } = run;
  const { seed, conversations, load, onProgress } = options;
  const startedAt = Date.now();
  const talk = startTalk(options, system);
  const talking = holdAll(talk, system, conversations).finally(() => talk.end());
  const faults: Record<string, number> = {};
  const samples = await breakAndSample(run, { talk, faults, startedAt });
  talk.giveUp();
  await talking;
  await settled(system);
  const seconds = (Date.now() - startedAt) / 1_000;
  onProgress('Checking rows and histories');
  const rollovers = await countRollovers(system.temporal, await listConversations(system));
  const { endedAlone } = site.workers;
  const violations: SoakViolation[] = [
    ...talk.violations,
    ...unanswered(talk.sent),
    ...checkRows(await readRows(system.db), { load, sent: talk.sent }),
    ...(await checkHistories(system.temporal)),
    ...checkSamples(samples),
    ...rollovers
      .filter((count) => count < FEWEST_ROLLOVERS)
      .map((count) => ({
        rule: 'rollover' as const,
        detail: `a conversation continued as new ${count} times`,
      })),
    ...(endedAlone === 0
      ? []
      : [{ rule: 'worker' as const, detail: `${endedAlone} workers ended by themselves` }]),
  ];
  return {
    seed,
    turns: talk.sent.length,
    seconds,
    faults,
    rollovers,
    samples,
    errors: talk.errors,
    violations,
  };
}

type SoakTalk = Talk & { giveUp(): void; end(): void; hasEnded(): boolean };

function startTalk({ load, turns, conversations }: SoakOptions, { client, temporal }: TestSystem): SoakTalk {
  const given = new AbortController();
  setMaxListeners(0, given.signal);
  let hasEnded = false;
  return {
    client,
    temporal,
    load,
    sent: [],
    violations: [],
    errors: {},
    signal: given.signal,
    isOver: (count) => count * conversations >= turns,
    giveUp: () => given.abort(),
    end: () => void (hasEnded = true),
    hasEnded: () => hasEnded,
  };
}

async function breakAndSample(
  { options, system, site }: Run,
  { talk, faults, startedAt }: { talk: SoakTalk; faults: Record<string, number>; startedAt: number },
): Promise<SoakSample[]> {
  const random = seededRandom(options.seed);
  const samples: SoakSample[] = [];
  let due: ChaosFault[] = [];
  let progress = { turns: 0, atMs: 0 };
  for (;;) {
    await delay(options.calmSeconds * 1_000);
    const sample: SoakSample = {
      turns: talk.sent.filter(({ answeredAt }) => answeredAt !== undefined).length,
      atMs: Date.now() - startedAt,
      workers: await Promise.all(site.workers.running.map((worker) => worker.memory())),
      connections: await countConnections(system),
    };
    samples.push(sample);
    options.onSample(sample);
    if (sample.turns > progress.turns) progress = sample;
    if (talk.hasEnded() || sample.atMs - progress.atMs > STALLED_MS) return samples;
    if (due.length === 0) due = random.shuffled(FAULTS);
    const fault = due.shift();
    if (!fault) continue;
    faults[fault] = (faults[fault] ?? 0) + 1;
    const end = await beginFault(fault, site);
    await delay(readDuration(fault, random));
    await end();
  }
}

function readDuration(fault: ChaosFault, random: SeededRandom): number {
  const [shortest, longest] = CHAOS_FAULTS[fault].lasts;
  return (shortest + random.below(longest - shortest + 1)) * 1_000;
}

async function countConnections({ db }: TestSystem): Promise<number> {
  const query = sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and application_name = 'threadline worker process'`;
  for (;;) {
    try {
      const { rows } = await query.execute(db);
      return rows[0]?.count ?? 0;
    } catch (error) {
      if (!isConnectionError(error)) throw error;
    }
  }
}

async function listConversations({ db }: TestSystem): Promise<string[]> {
  const rows = await db.selectFrom('conversation').select('workflow_id').distinct().execute();
  return rows.map(({ workflow_id }) => workflow_id);
}

async function countRollovers(temporal: Client, workflowIds: readonly string[]): Promise<readonly number[]> {
  const counts = new Map(workflowIds.map((id) => [id, 0]));
  for await (const { workflowId } of temporal.workflow.list({
    query: "ExecutionStatus = 'ContinuedAsNew'",
  })) {
    const count = counts.get(workflowId);
    if (count !== undefined) counts.set(workflowId, count + 1);
  }
  return [...counts.values()];
}
