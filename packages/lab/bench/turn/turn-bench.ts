import { DEFAULT_TIMING } from '../../../../activities/dependencies.js';
import { assistantFlow } from '../../../../flow/default-flow.js';
import { startTestSystem, type TestSystem } from '../../../testing/test-system.js';
import type { Bench, BenchInput, BenchReport } from '../bench.js';
import { countStatements, type StatementCounter } from '../count-statements.js';
import { summarizingModel } from '../zero-latency-model.js';
import { measuredConversation, type MeasuredConversation } from './measured-conversation.js';
import { startEcho } from './start-echo.js';
import { isMeasured, isWithin, planTurns, readTurns, WARM_UP_TURNS, type TurnPlan } from './turn-plan.js';
import { turnReport, type TurnMeasurement } from './turn-report.js';
import type { TurnSample, Way } from './turn-sample.js';

const QUESTION = 'What is the shortest way from here to the station? '.padEnd(110, '.');
const ANSWER = 'Straight on, then left. '.repeat(20).slice(0, 400);
const PROGRESS_EVERY = 50;

export const turnBench: Bench = {
  name: 'turn',
  summary: 'overhead of a turn over a bare child Workflow, and turn 10 beside turn 1,000',
  async run(input) {
    const statements = countStatements();
    const system = await startTestSystem(input.environment, {
      flows: [assistantFlow('zero:latency')],
      models: { zero: () => summarizingModel(ANSWER) },
      timing: DEFAULT_TIMING,
      worker: { stickyQueueScheduleToStartTimeout: '10s' },
    });
    try {
      return await runBeside(system, input, statements);
    } finally {
      await system.stop();
      statements.stop();
    }
  },
};

async function runBeside(
  system: TestSystem,
  input: BenchInput,
  statements: StatementCounter,
): Promise<BenchReport> {
  const echo = await startEcho(system);
  const [floor] = echo.conversations;
  if (!floor) throw new Error('The floor has no conversation');
  const begin = (): MeasuredConversation =>
    measuredConversation({ system, echo: floor, statements, question: QUESTION });
  try {
    await warmUp(begin(), input);
    return turnReport(await talk(begin, input));
  } finally {
    await echo.stop();
  }
}

async function warmUp(conversation: MeasuredConversation, { onProgress }: BenchInput): Promise<void> {
  onProgress(`turn: ${WARM_UP_TURNS} turns to warm up`);
  await conversation.pass();
  for (let turn = 2; turn <= WARM_UP_TURNS; turn += 1) await conversation.measure('client');
}

async function talk(begin: () => MeasuredConversation, input: BenchInput): Promise<TurnMeasurement> {
  const { onProgress } = input;
  const turns = readTurns(input);
  const plan = planTurns(turns);
  const samples = new Map<number, TurnSample>();
  const young = new Map<number, TurnSample>();
  const passedMs: number[] = [];
  const old = begin();
  const fresh = begin();
  let passed = 0;
  for (let turn = 1; turn <= turns; turn += 1) {
    if (isMeasured(plan, turn)) samples.set(turn, await old.measure(chooseWay(plan, turn)));
    else if (turn < plan.early.first) await old.pass();
    else passedMs.push(await old.pass());
    if (turn >= plan.late.first) {
      const next = besideTurn(plan, turn);
      for (; passed < next - 1; passed += 1) await fresh.pass();
      young.set(next, await fresh.measure('client'));
      passed = next;
    }
    if (turn % PROGRESS_EVERY === 0) onProgress(`turn: ${turn} of ${turns} turns`);
  }
  return { plan, samples, young, passedMs, continuedAsNew: old.continuedAsNew };
}

function besideTurn({ early, full, late }: TurnPlan, turn: number): number {
  const place = turn - late.first;
  const size = early.last - early.first + 1;
  return place < size ? early.first + place : full.first + place - size;
}

function chooseWay({ overhead }: TurnPlan, turn: number): Way {
  return isWithin(overhead, turn) && turn % 2 === 1 ? 'update' : 'client';
}
