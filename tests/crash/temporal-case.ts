import type { FaultPoint } from '../../activities/fault-points.js';
import type { ChaosServers } from '../../testing/chaos/chaos-servers.js';
import type { TestEnvironment } from '../../testing/test-environment.js';
import type { CaseCourse } from './case-course.js';
import { runCrashCase } from './crash-case.js';
import { runFlowCase, type FlowFault } from './flow-case.js';
import { isLeftWork, runLeftWorkCase, type LeftWorkFault } from './left-work-case.js';
import { Rendezvous } from './rendezvous.js';

/** A moment at which Temporal is killed. */
export interface TemporalCase {
  /** Default: a turn with one tool step. */
  readonly flow?: FlowFault['flow'] | LeftWorkFault['flow'];
  readonly point: FaultPoint;
  /** Default 1. */
  readonly nth?: number;
  /** Whether the worker at the point is killed too. */
  readonly withWorker: boolean;
}

/** The name of a case, for people. */
export function nameCase({ flow, point, nth = 1, withWorker }: TemporalCase): string {
  return `${flow ?? 'a turn'} at ${point}, pass ${nth}${withWorker ? ', with the worker' : ''}`;
}

/**
 * Runs cases side by side, each with a database and workers of its own: when a worker of each stands at its point,
 * Temporal is killed once for all of them, and then started again with its state. Returns the cases that failed, by
 * name and reason.
 */
export async function runTemporalCases(
  servers: ChaosServers,
  { cases, environment }: { cases: readonly TemporalCase[]; environment: TestEnvironment },
): Promise<string[]> {
  const stages = {
    ready: new Rendezvous(cases.length, async () => undefined),
    killed: new Rendezvous(cases.length, () => servers.end('temporal', 'SIGKILL')),
    restarted: new Rendezvous(cases.length, () => servers.restart()),
  };
  const outcomes = await Promise.allSettled(cases.map((one) => runCase(environment, one, stages)));
  return outcomes.flatMap((outcome, index) =>
    outcome.status === 'rejected' ? [`${nameCase(cases[index]!)}: ${describe(outcome.reason)}`] : [],
  );
}

type Stages = Readonly<Record<'ready' | 'killed' | 'restarted', Rendezvous>>;

async function runCase(environment: TestEnvironment, one: TemporalCase, stages: Stages): Promise<void> {
  const { flow, point, nth } = one;
  const fault = { point, nth, action: 'hold' } as const;
  const course = courseOf(one, stages);
  try {
    if (flow === undefined) await runCrashCase(environment, fault, course);
    else if (isLeftWork(flow)) await runLeftWorkCase(environment, { ...fault, flow }, course);
    else await runFlowCase(environment, { ...fault, flow }, course);
  } finally {
    // The others do not wait for a case that failed before.
    for (const stage of Object.values(stages)) void stage.arrive(one).catch(() => undefined);
  }
}

function courseOf(one: TemporalCase, { ready, killed, restarted }: Stages): CaseCourse {
  return {
    ready: () => ready.arrive(one),
    async meet(first, workers) {
      await first.faulted;
      await killed.arrive(one);
      // What the worker does next it does while there is no server.
      if (one.withWorker) first.kill();
      else first.release();
      await restarted.arrive(one);
      if (one.withWorker) await workers.startAnother();
    },
  };
}

function describe(reason: unknown): string {
  return reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
}
