import { Runtime } from '@temporalio/worker';
import { openDatabase } from '../../../../store/database.js';
import { createTestDatabase } from '../../../testing/test-environment.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { countStatements, type StatementCounter } from '../count-statements.js';
import { median, quantile, rounded } from '../statistics.js';
import { madeUpProse } from './made-up-prose.js';
import { createPlayedChat, type PlayTurn } from './played-chat.js';
import { readTurns } from './turn-plan.js';

const NAME = 'thread bench';
const CHARACTERS = 400;
const SUMMARY_CHARACTERS = 2_400;
const SPAN = 20;
const EARLY = 10;
const WARM_UP_TURNS = 40;
const PROGRESS_EVERY = 250;
const MAX_GROWTH_RATIO = 1.5;

export const threadBench: Bench = {
  name: 'thread',
  summary: 'a turn without Temporal, turn 10 and the last one: time, statements, rows',
  async run(input) {
    const database = await createTestDatabase(input.environment);
    const db = openDatabase({ url: database.url, maxConnections: 4, applicationName: NAME });
    const statements = countStatements();
    try {
      const play = await createPlayedChat(db, {
        question: (turn) => madeUpProse(CHARACTERS, 2 * turn),
        answer: (turn) => madeUpProse(CHARACTERS, 2 * turn + 1),
        summary: (turn) => `[Topic: Talk] ${madeUpProse(SUMMARY_CHARACTERS, 7_000_000 + turn)}`,
      });
      return await measure(play, statements, input);
    } finally {
      statements.stop();
      await db.destroy();
      await database.drop();
      await Runtime.instance().shutdown();
    }
  },
};

interface Sample {
  ms: number;
  statements: number;
  rows: number;
}

interface ThreadSamples {
  old: readonly Sample[];
  late: readonly Sample[];
  young: readonly Sample[];
}

async function measure(play: PlayTurn, counter: StatementCounter, input: BenchInput): Promise<BenchReport> {
  for (let turn = 1; turn <= WARM_UP_TURNS; turn += 1) await play('warm-up', turn);
  const samples = await playThreads((user, turn) => takeSample({ play, counter, user, turn }), input);
  return reportThreads(samples, readTurns(input));
}

async function playThreads(
  sample: (user: string, turn: number) => Promise<Sample>,
  input: BenchInput,
): Promise<ThreadSamples> {
  const { onProgress } = input;
  const turns = readTurns(input);
  const old: Sample[] = [];
  for (let turn = 1; turn <= turns - SPAN; turn += 1) {
    old.push(await sample('old', turn));
    if (turn % PROGRESS_EVERY === 0) onProgress(`thread: ${turn} of ${turns} turns`);
  }
  const late: Sample[] = [];
  const young: Sample[] = [];
  for (let turn = 1; turn < EARLY; turn += 1) await sample('young', turn);
  for (let turn = 0; turn < SPAN; turn += 1) {
    late.push(await sample('old', turns - SPAN + 1 + turn));
    young.push(await sample('young', EARLY + turn));
  }
  return { old, late, young };
}

async function takeSample(input: {
  play: PlayTurn;
  counter: StatementCounter;
  user: string;
  turn: number;
}): Promise<Sample> {
  const { play, counter, user, turn } = input;
  const before = { ms: performance.now(), statements: counter.of(NAME), rows: counter.countRows(NAME) };
  await play(user, turn);
  return {
    ms: performance.now() - before.ms,
    statements: counter.of(NAME) - before.statements,
    rows: counter.countRows(NAME) - before.rows,
  };
}

function reportThreads({ old, late, young }: ThreadSamples, turns: number): BenchReport {
  const middle = Math.floor(old.length / 2);
  return {
    tables: [
      {
        title: `A turn of ${CHARACTERS} characters each way, with index, summaries and retrieval`,
        columns: ['turns', 'median ms', '95 % ms', 'statements', 'rows'],
        rows: [
          formatRow(`${EARLY} to ${EARLY + SPAN - 1}`, old.slice(EARLY - 1, EARLY - 1 + SPAN)),
          formatRow(`${middle} to ${middle + SPAN - 1}`, old.slice(middle - 1, middle - 1 + SPAN)),
          formatRow(`${turns - SPAN + 1} to ${turns}`, late),
          formatRow(`${EARLY} to ${EARLY + SPAN - 1} of a new conversation, measured in between`, young),
        ],
      },
    ],
    targets: [
      {
        name: `Median time of turn ${turns} / of turn ${EARLY} of a new conversation`,
        value: median(late.map(({ ms }) => ms)) / median(young.map(({ ms }) => ms)),
        atMost: MAX_GROWTH_RATIO,
      },
    ],
  };
}

function formatRow(name: string, samples: readonly Sample[]): (string | number)[] {
  const times = samples.map(({ ms }) => ms);
  return [
    name,
    rounded(median(times), 1),
    rounded(quantile(times, 0.95), 1),
    rounded(median(samples.map(({ statements }) => statements))),
    rounded(median(samples.map(({ rows }) => rows))),
  ];
}
