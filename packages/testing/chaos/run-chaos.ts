import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { startTestSystem, type TestSystem } from '../test-system.js';
import { checkHistories } from './check-histories.js';
import { checkRows } from './check-rows.js';
import { CHAOS_FAULT_NAMES, type ChaosFault } from './chaos-faults.js';
import type { ChaosLoad } from './chaos-load.js';
import type { ChaosFaultReport, ChaosReport, ChaosViolation } from './chaos-report.js';
import { startChaosServers } from './chaos-servers.js';
import { ChaosWorkers } from './chaos-workers.js';
import { beginFault, type ChaosSite } from './perform-fault.js';
import { planChaos, type PlannedFault } from './plan-chaos.js';
import { readRows } from './read-rows.js';
import { holdAll, settled, SETTLE_MS, unanswered } from './hold-load.js';
import type { SentTurn, Talk } from './talk.js';

export interface ChaosOptions {
  /** The same seed plans the same faults. */
  readonly seed: number;
  /** How long faults occur. The run then waits for open work. */
  readonly minutes: number;
  /** The conversations, and the models that answer them. */
  readonly load: ChaosLoad;
  /** Default: all. */
  readonly faults?: readonly ChaosFault[];
  /**
   * The shortest pause between two faults, in seconds. Default: 3. With 30, turns recover before the next
   * fault, so the slowest turn of each kind is meaningful.
   */
  readonly calmSeconds?: number;
  /** Default: 8. */
  readonly conversations?: number;
  /** The number of worker processes. Default: 2. */
  readonly workers?: number;
  /** Called for each fault and each slow step. */
  readonly onProgress?: (line: string) => void;
}

/**
 * Starts servers and workers, breaks them, and then checks every rule. Throws only if the run cannot
 * continue.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const { seed, minutes, load, faults = CHAOS_FAULT_NAMES, calmSeconds, onProgress } = options;
  const plan = planChaos({ seed, minutes, faults, calmSeconds });
  const servers = await startChaosServers({ onProgress });
  try {
    const system = await startTestSystem(servers.environment, {
      flows: load.flows,
      model: { script: load.script },
      withoutWorker: true,
    });
    const workers = new ChaosWorkers(system, { module: load.module });
    try {
      for (let count = options.workers ?? 2; count > 0; count -= 1) await workers.add();
      return await runPlan({ options, plan, system, site: { servers, workers } });
    } finally {
      await workers.killAll();
      await system.stop({ check: false });
    }
  } finally {
    await servers.stop();
  }
}

interface Run {
  readonly options: ChaosOptions;
  readonly plan: readonly PlannedFault[];
  readonly system: TestSystem;
  readonly site: ChaosSite;
}

async function runPlan({ options, plan, system, site }: Run): Promise<ChaosReport> {
  const { seed, minutes, load } = options;
  const startedAt = Date.now();
  const endsAt = startedAt + minutes * 60_000;
  const giveUp = new AbortController();
  setMaxListeners(0, giveUp.signal);
  const talk: Talk = {
    client: system.client,
    temporal: system.temporal,
    load,
    sent: [],
    violations: [],
    errors: {},
    signal: giveUp.signal,
    isOver: () => Date.now() > endsAt,
  };
  const talking = holdAll(talk, system, options.conversations ?? 8);
  const performed = await performPlan(plan, { startedAt, site, onProgress: options.onProgress });
  await delay(Math.max(0, endsAt - Date.now()));
  options.onProgress?.('The faults are over; waiting for the last turns');
  const timer = setTimeout(() => giveUp.abort(), SETTLE_MS);
  await talking;
  clearTimeout(timer);
  await settled(system);
  const violations = [
    ...talk.violations,
    ...unanswered(talk.sent),
    ...checkRows(await readRows(system.db), talk),
    ...(await checkHistories(system.temporal)),
    ...endedWorkers(site.workers),
  ];
  const reported = performed.map((fault) => measure(fault, { startedAt, sent: talk.sent }));
  return { seed, minutes, turns: talk.sent.length, faults: reported, errors: talk.errors, violations };
}

type PerformedFault = PlannedFault & { readonly endedAtMs: number };

async function performPlan(
  plan: readonly PlannedFault[],
  at: { startedAt: number; site: ChaosSite; onProgress: ChaosOptions['onProgress'] },
): Promise<PerformedFault[]> {
  const performed: PerformedFault[] = [];
  for (const planned of plan) {
    await delay(Math.max(0, at.startedAt + planned.atMs - Date.now()));
    const atMs = Date.now() - at.startedAt;
    at.onProgress?.(`${(atMs / 1_000).toFixed(1)} s: ${planned.fault} for ${planned.forMs / 1_000} s`);
    const end = await beginFault(planned.fault, at.site);
    await delay(planned.forMs);
    await end();
    performed.push({ ...planned, atMs, endedAtMs: Date.now() - at.startedAt });
  }
  return performed;
}

function endedWorkers({ endedAlone }: ChaosWorkers): ChaosViolation[] {
  return endedAlone === 0 ? [] : [{ rule: 'worker', detail: `${endedAlone} workers ended by themselves` }];
}

function measure(
  fault: PerformedFault,
  { startedAt, sent }: { startedAt: number; sent: readonly SentTurn[] },
): ChaosFaultReport {
  const [from, to] = [startedAt + fault.atMs, startedAt + fault.endedAtMs];
  const inFlight = sent.filter(({ sentAt, answeredAt = Infinity }) => sentAt <= to && answeredAt >= from);
  const ends = inFlight.map(({ answeredAt = Date.now() }) => answeredAt - to);
  return { ...fault, turnsInFlight: inFlight.length, slowestMs: Math.max(0, ...ends) };
}
