import { DEFAULT_TIMING } from '../../../../activities/dependencies.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { median, quantile, rounded } from '../statistics.js';
import { startEcho } from '../turn/start-echo.js';
import { summarizingModel } from '../zero-latency-model.js';

const CONVERSATIONS = 40;
const TURNS = 5;
const ROUNDS = 3;
const QUESTION = 'What is the shortest way from here to the station? '.padEnd(110, '.');
const ANSWER = 'Straight on, then left. '.repeat(20).slice(0, 400);
const MIN_SHARE = 0.65;

export const loadBench: Bench = {
  name: 'load',
  summary: 'many chats at once on one worker: turns a second beside the bare floor',
  async run(input) {
    const system = await startTestSystem(input.environment, {
      flows: [assistantFlow('zero:latency')],
      models: { zero: () => summarizingModel(ANSWER) },
      timing: DEFAULT_TIMING,
    });
    try {
      return await measure(system, input);
    } finally {
      await system.stop();
    }
  },
};

type Ask = () => Promise<unknown>;

interface Round {
  tookMs: number;
  turnsMs: readonly number[];
}

async function measure(system: TestSystem, input: BenchInput): Promise<BenchReport> {
  const { conversations = CONVERSATIONS, turns = TURNS, onProgress } = input;
  const echo = await startEcho(system, conversations);
  const floor = echo.conversations.map((conversation) => () => conversation.ask(QUESTION));
  const chats = echo.conversations.map(() => {
    const chat = system.client.conversation({ flow: 'assistant', user: system.newUser() });
    return () => chat.ask(QUESTION);
  });
  try {
    onProgress(`load: ${conversations} conversations warm up`);
    await playRound(floor, 2);
    await playRound(chats, 2);
    const rounds: { floor: Round; chats: Round }[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      onProgress(`load: round ${round} of ${ROUNDS}`);
      rounds.push({ floor: await playRound(floor, turns), chats: await playRound(chats, turns) });
    }
    return loadReport(rounds, conversations);
  } finally {
    await echo.stop();
  }
}

async function playRound(asks: readonly Ask[], turns: number): Promise<Round> {
  const turnsMs: number[] = [];
  const startedMs = performance.now();
  await Promise.all(
    asks.map(async (ask) => {
      for (let turn = 1; turn <= turns; turn += 1) {
        const askedMs = performance.now();
        await ask();
        turnsMs.push(performance.now() - askedMs);
      }
    }),
  );
  return { tookMs: performance.now() - startedMs, turnsMs };
}

function loadReport(rounds: readonly { floor: Round; chats: Round }[], conversations: number): BenchReport {
  const rate = ({ tookMs, turnsMs }: Round): number => (turnsMs.length / tookMs) * 1_000;
  const row = (name: string, played: readonly Round[]) => {
    const times = played.flatMap(({ turnsMs }) => turnsMs);
    return [
      name,
      rounded(median(played.map(rate)), 1),
      ...[0.5, 0.95, 1].map((share) => rounded(quantile(times, share), 0)),
    ];
  };
  return {
    tables: [
      {
        title: `${conversations} conversations at once on one worker, in one process with the client`,
        columns: ['', 'turns a second', 'median ms', 'p95 ms', 'slowest ms'],
        rows: [
          row(
            'bare child Workflows',
            rounds.map((round) => round.floor),
          ),
          row(
            'chats',
            rounds.map((round) => round.chats),
          ),
        ],
      },
    ],
    targets: [
      {
        name: 'Turns a second beside the floor, ratio',
        value: median(rounds.map((round) => rate(round.chats) / rate(round.floor))),
        atLeast: MIN_SHARE,
      },
    ],
  };
}
