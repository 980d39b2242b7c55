import type { BenchReport, BenchTable } from '../bench.js';
import { median, quantile, rounded } from '../statistics.js';
import type { TaskTroubles } from './read-troubles.js';
import type { ErrorTally } from './send-and-follow.js';

export interface DeployMeasurement {
  turns: number;
  events: readonly number[];
  warm: readonly number[];
  warmErrors: ErrorTally;
  cold: readonly number[];
  streamed: readonly { ms: number; resets: number }[];
  readyMs: readonly number[];
  errors: ErrorTally;
  troubles: TaskTroubles;
  replays: readonly number[];
}

const MAX_RATIO = 2;

export function deployReport(measurement: DeployMeasurement): BenchReport {
  const { warm, cold, errors, warmErrors, troubles, replays } = measurement;
  return {
    tables: [answerTable(measurement), troubleTable(measurement), errorTable({ warmErrors, errors })],
    targets: [
      {
        name: 'Last answer after the deploy against the last of the warm round, ratio',
        value: Math.max(...cold) / Math.max(...warm),
        atMost: MAX_RATIO,
      },
      { name: 'Errors that clients saw', value: total(errors) + total(warmErrors), atMost: 0 },
      { name: 'Workflow Tasks that timed out', value: troubles.timedOut, atMost: 0 },
      { name: 'Replays of one conversation, the most', value: Math.max(...replays), atMost: 1 },
    ],
  };
}

function answerTable({ turns, events, warm, cold, streamed }: DeployMeasurement): BenchTable {
  const row = (name: string, times: readonly number[]) => [
    name,
    times.length,
    ...[quantile(times, 0), median(times), quantile(times, 0.95), quantile(times, 1)].map((ms) =>
      rounded(ms / 1_000, 1),
    ),
  ];
  return {
    title: `One message to each conversation of ${turns} turns (${median(events)} events), seconds until its answer`,
    columns: ['', 'messages', 'first', 'median', 'p95', 'last'],
    rows: [
      row('warm workers', warm),
      row('from SIGTERM on, workers replaced', cold),
      row(
        'streams that ran at SIGTERM',
        streamed.map(({ ms }) => ms),
      ),
    ],
  };
}

function troubleTable({ readyMs, streamed, troubles, replays }: DeployMeasurement): BenchTable {
  const times = (count: number): number => replays.filter((value) => value === count).length;
  return {
    title: 'What the deploy did',
    columns: ['', ''],
    rows: [
      ['seconds until the new workers polled', readyMs.map((ms) => rounded(ms / 1_000, 1)).join(', ')],
      ['streams that began again', streamed.filter(({ resets }) => resets > 0).length],
      ['Workflow Tasks that timed out', troubles.timedOut],
      ['Workflow Tasks that waited ten seconds in the queue of one worker', troubles.stuckInQueue],
      ['Workflow Tasks that failed', troubles.failed],
      ['replays of all conversations', replays.reduce((sum, count) => sum + count, 0)],
      ['conversations without one', times(0)],
      ['conversations with one', times(1)],
      ['conversations with more', replays.length - times(0) - times(1)],
    ],
  };
}

function errorTable(tallies: Pick<DeployMeasurement, 'warmErrors' | 'errors'>): BenchTable {
  const names = [...new Set([...tallies.warmErrors.keys(), ...tallies.errors.keys()])].sort();
  return {
    title: 'Errors that clients saw',
    columns: ['', 'warm', 'deploy'],
    rows:
      names.length === 0
        ? [['none', 0, 0]]
        : names.map((name) => [name, tallies.warmErrors.get(name) ?? 0, tallies.errors.get(name) ?? 0]),
  };
}

function total(tally: ErrorTally): number {
  return [...tally.values()].reduce((sum, count) => sum + count, 0);
}
