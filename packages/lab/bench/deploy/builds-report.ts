import type { BenchReport, BenchTable } from '../bench.js';
import { rounded } from '../statistics.js';
import type { ErrorTally } from './send-and-follow.js';
import type { BuildStep } from './two-builds.js';

export interface MeasuredBuilds {
  isVersioned: boolean;
  warmMs: number;
  steps: readonly BuildStep[];
}

const MAX_RATIO = 3;

const FIGURES = [
  'errors',
  'unanswered',
  'tasks timed out',
  'failed',
  'stuck in a queue',
  'replays',
  'most per move',
  'last / warm',
];

export function buildsReport(measured: readonly MeasuredBuilds[]): BenchReport {
  const versioned = measured.filter(({ isVersioned }) => isVersioned);
  const steps = versioned.flatMap(({ steps: all }) => all);
  const most = (of: (step: BuildStep) => number): number => Math.max(...steps.map(of));
  return {
    tables: [buildsTable(measured), ...measured.map(errorTable)],
    targets:
      versioned.length === 0
        ? []
        : [
            { name: 'Two builds, errors and missing answers', value: most(countLost), atMost: 0 },
            {
              name: 'Two builds, tasks that timed out',
              value: most((step) => step.troubles.timedOut),
              atMost: 0,
            },
            {
              name: 'Two builds, replays of one conversation per move',
              value: most((step) => step.mostReplays),
              atMost: 1,
            },
            {
              name: 'Two builds, last answer against the last of the warm round, ratio',
              value: Math.max(...versioned.map(({ warmMs, steps: all }) => lastMs(all) / warmMs)),
              atMost: MAX_RATIO,
            },
          ],
  };
}

function lastMs(steps: readonly BuildStep[]): number {
  return Math.max(...steps.map((step) => step.lastMs));
}

function countLost({ errors, unanswered }: BuildStep): number {
  return total(errors) + unanswered;
}

function buildsTable(measured: readonly MeasuredBuilds[]): BenchTable {
  return {
    title: `Two builds under live chats: changed Workflow, tools and flow; warm round ${measured.map(({ warmMs }) => `${rounded(warmMs / 1_000, 1)} s`).join(', ')}`,
    columns: ['', 'step', ...FIGURES],
    rows: measured.flatMap(({ isVersioned, warmMs, steps }) =>
      steps.map((step) => stepRow(step, { isVersioned, warmMs })),
    ),
  };
}

function stepRow(
  { name, errors, unanswered, troubles, replays, mostReplays, lastMs }: BuildStep,
  { isVersioned, warmMs }: Omit<MeasuredBuilds, 'steps'>,
): (string | number)[] {
  return [
    nameMode(isVersioned),
    name,
    total(errors),
    unanswered,
    troubles.timedOut,
    troubles.failed,
    troubles.stuckInQueue,
    replays,
    mostReplays,
    Number.isFinite(lastMs) ? rounded(lastMs / warmMs, 1) : '-',
  ];
}

export function describeStep(step: BuildStep, way: Omit<MeasuredBuilds, 'steps'>): string {
  const [, name, ...figures] = stepRow(step, way);
  return `${name}: ${figures.map((figure, at) => `${figure} ${FIGURES[at]}`).join(', ')}`;
}

function errorTable({ isVersioned, steps }: MeasuredBuilds): BenchTable {
  const rows = steps.flatMap(({ name, errors }) =>
    [...errors].map(([error, count]) => [name, error, count] as const),
  );
  return {
    title: `Errors that clients saw, ${nameMode(isVersioned)}`,
    columns: ['step', 'error', 'count'],
    rows: rows.length === 0 ? [['all', 'none', 0]] : rows,
  };
}

function total(errors: ErrorTally): number {
  return [...errors.values()].reduce((sum, count) => sum + count, 0);
}

export function nameMode(isVersioned: boolean): string {
  return isVersioned ? 'Worker Versioning' : 'unversioned';
}
