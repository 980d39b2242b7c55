import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nodeStatuses } from '../../../flow/scheduler/node-statuses.js';
import { propertyRuns } from '../../setup/property-runs.js';
import { anyGraph } from './any-graph.js';
import { expectSchedule } from './expected-schedule.js';
import { outcomesOf } from './outcomes.js';
import { nameRun, type Performer } from './performer.js';
import { walkSchedule } from './walk-schedule.js';

const input = fc.record({
  graph: anyGraph,
  triggerId: fc.constantFrom('t', 't', 't', 'u'),
  seed: fc.integer(),
  failures: fc.constantFrom(0, 3, 12),
  orderSeeds: fc.tuple(fc.integer(), fc.integer()),
});

describe('advance', () => {
  test('any graph and outcomes, two orders -> both end and start the same nodes as a plain evaluation of the graph', () => {
    fc.assert(
      fc.property(input, ({ graph, triggerId, seed, failures, orderSeeds }) => {
        const outcomeOf = outcomesOf(seed, failures);
        const expected = expectSchedule({ graph, triggerId, outcomeOf });
        const [one, other] = orderSeeds.map((orderSeed) =>
          walkSchedule({ graph, triggerId, outcomeOf, orderSeed }),
        );
        for (const performer of [one!, other!]) {
          expect(performer.status).toBe(expected.status);
          const starts = new Set(performer.runs.map(nameRun));
          expect([...starts].filter((run) => !expected.possible.has(run))).toEqual([]);
          expect([...expected.certain].filter((run) => !starts.has(run))).toEqual([]);
          if (expected.status === 'completed') expect(statusesOf(performer)).toEqual(expected.statuses);
        }
      }),
      { numRuns: propertyRuns(75, 300) },
    );
  });
});

function statusesOf({ graph, step }: Performer): Map<string, string> {
  const statuses = Object.entries(nodeStatuses(graph, step.state));
  return new Map(statuses.flatMap(([status, ids]) => ids.map((id) => [id, status] as const)));
}
