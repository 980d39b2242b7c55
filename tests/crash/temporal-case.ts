import { setTimeout as delay } from 'node:timers/promises';
import type { FaultPoint } from '../../activities/fault-points.js';
import type { ChaosServers } from '../../packages/testing/chaos/chaos-servers.js';
import type { TestEnvironment } from '../../packages/testing/test-environment.js';
import type { CaseCourse } from './case-course.js';
import { runCrashCase } from './crash-case.js';
import { runFlowCase, type FlowFault } from './flow-case.js';
import { isLeftWork, runLeftWorkCase, type LeftWorkFault } from './left-work-case.js';
import { Rendezvous } from './rendezvous.js';
import { runSteeringCase, type SteeringFault } from './steering-case.js';

const BOUND_MS = 400_000;

export interface TemporalCase {
  readonly flow?: FlowFault['flow'] | LeftWorkFault['flow'] | SteeringFault['flow'];
  readonly point: FaultPoint;
  readonly nth?: number;
  readonly withWorker: boolean;
}

export function nameCase({ flow, point, nth = 1, withWorker }: TemporalCase): string {
  return `${flow ?? 'a turn'} at ${point}, pass ${nth}${withWorker ? ', with the worker' : ''}`;
}

export async function runTemporalCases(
  servers: ChaosServers,
  { cases, environment }: { cases: readonly TemporalCase[]; environment: TestEnvironment },
): Promise<void> {
  const stages = {
    ready: new Rendezvous(cases.length, async () => undefined),
    killed: new Rendezvous(cases.length, () => servers.end('temporal', 'SIGKILL')),
    restarted: new Rendezvous(cases.length, () => servers.restart()),
  };
  const outcomes = await Promise.allSettled(cases.map((one) => runBounded(environment, one, stages)));
  const failures = outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [`${nameCase(cases[index]!)}: ${describe(outcome.reason)}`] : [],
  );
  if (failures.length > 0) throw new Error(failures.join('\n'));
}

type Stages = Readonly<Record<'ready' | 'killed' | 'restarted', Rendezvous>>;

async function runBounded(environment: TestEnvironment, one: TemporalCase, stages: Stages): Promise<void> {
  const progress = { at: 'the start' };
  const over = new AbortController();
  const bound = delay(BOUND_MS, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`still waits after ${progress.at}`);
  });
  bound.catch(() => undefined);
  try {
    await Promise.race([runCase(environment, { one, stages, progress }), bound]);
  } finally {
    over.abort();
  }
}

interface RunningCase {
  readonly one: TemporalCase;
  readonly stages: Stages;
  readonly progress: { at: string };
}

async function runCase(environment: TestEnvironment, running: RunningCase): Promise<void> {
  const { one, stages } = running;
  const { flow, point, nth } = one;
  const fault = { point, nth, action: 'hold' } as const;
  const course = courseOf(running);
  try {
    if (flow === undefined) await runCrashCase(environment, fault, course);
    else if (flow === 'steering') await runSteeringCase(environment, { ...fault, flow }, course);
    else if (isLeftWork(flow)) await runLeftWorkCase(environment, { ...fault, flow }, course);
    else await runFlowCase(environment, { ...fault, flow }, course);
  } finally {
    for (const stage of Object.values(stages)) void stage.arrive(one).catch(() => undefined);
  }
}

function courseOf({ one, stages, progress }: RunningCase): CaseCourse {
  const { ready, killed, restarted } = stages;
  return {
    async ready() {
      progress.at = 'its worker was ready';
      await ready.arrive(one);
      progress.at = 'all workers were ready';
    },
    async meet(first, workers) {
      await first.faulted;
      progress.at = 'its point was reached';
      await killed.arrive(one);
      progress.at = 'Temporal was killed';
      if (one.withWorker) first.kill();
      else first.release();
      await restarted.arrive(one);
      progress.at = 'Temporal was started again';
      if (one.withWorker) await workers.startAnother();
    },
  };
}

function describe(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
