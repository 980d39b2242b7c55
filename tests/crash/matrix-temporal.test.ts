import { afterAll, beforeAll, describe, inject, test } from 'vitest';
import { FAULT_POINTS, type FaultPoint } from '../../activities/fault-points.js';
import { startChaosServers, type ChaosServers } from '../../packages/testing/chaos/chaos-servers.js';
import { isLongRun } from '../setup/is-long-run.js';
import { PLACES } from './flow-matrix.js';
import { passesOf, POINTS } from './matrix.js';
import { nameCase, runTemporalCases, type TemporalCase } from './temporal-case.js';

const AT_ONCE = 6;

const PASSES = [
  ...POINTS.flatMap((point) => passesOf(point).map((nth) => ({ point, nth }))),
  ...PLACES.map(([flow, point, nth]) => ({ flow, point, nth })),
  { flow: 'steering' as const, point: 'findJoined.before' as const, nth: 1 },
  { flow: 'compaction' as const, point: 'compactContext.summarized' as const, nth: 1 },
  ...pointsOf('summarizeThread').map((point) => ({ flow: 'summary' as const, point, nth: 1 })),
  ...pointsOf('describeTouched').map((point) => ({ flow: 'description' as const, point, nth: 1 })),
];

const CASES: readonly TemporalCase[] = isLongRun
  ? [false, true].flatMap((withWorker) => PASSES.map((pass) => ({ ...pass, withWorker })))
  : PASSES.filter(({ point }, index) => PASSES.findIndex((pass) => pass.point === point) === index).map(
      (pass, index) => ({ ...pass, withWorker: index % 2 === 1 }),
    );

function pointsOf(activity: string): FaultPoint[] {
  return FAULT_POINTS.filter((point) => point.startsWith(`${activity}.`));
}

let servers: ChaosServers;
beforeAll(async () => {
  servers = await startChaosServers();
});
afterAll(() => servers?.stop());

describe('crash matrix: Temporal is killed and started again with its state', () => {
  for (let from = 0; from < CASES.length; from += AT_ONCE) {
    const cases = CASES.slice(from, from + AT_ONCE);
    test(`${cases.map(nameCase).join('; ')} -> as without`, { timeout: 480_000 }, async () => {
      const { workerMain } = inject('environment');
      await runTemporalCases(servers, { cases, environment: { ...servers.environment, workerMain } });
    });
  }
});
