import type { BenchReport, BenchTable } from '../bench.js';
import { median, quantile, rounded } from '../statistics.js';
import { isWithin, type TurnPlan, type TurnWindow } from './turn-plan.js';
import { TURN_PHASES, type TurnSample, type Way } from './turn-sample.js';

export interface TurnMeasurement {
  plan: TurnPlan;
  samples: ReadonlyMap<number, TurnSample>;
  young: ReadonlyMap<number, TurnSample>;
  passedMs: readonly number[];
  continuedAsNew: number;
}

const MAX_OVERHEAD_RATIO = 1.25;
const MAX_GROWTH_RATIO = 1.05;

export function turnReport(measurement: TurnMeasurement): BenchReport {
  const { plan, samples } = measurement;
  const overhead = takeWithin(samples, plan.overhead);
  const [early, late] = [takeWithin(samples, plan.early), takeWithin(samples, plan.late)];
  const half = late.length / 2;
  const [young, full] = [takeWithin(measurement.young, plan.early), takeWithin(measurement.young, plan.full)];
  return {
    tables: [
      overheadTable(overhead, measurement),
      phaseTable(overhead),
      growthTable({ early, late, young, full }, measurement),
    ],
    targets: [
      {
        name: 'client.ask against the floor, ratio of medians',
        value: middle(inWay(overhead, 'client'), askMs) / middle(overhead, echoMs),
        atMost: MAX_OVERHEAD_RATIO,
      },
      {
        name: 'Update ask against the floor, ratio of medians',
        value: middle(inWay(overhead, 'update'), askMs) / middle(overhead, echoMs),
        atMost: MAX_OVERHEAD_RATIO,
      },
      {
        name: `Turns ${words(plan.late)} against turns ${words(plan.early)} of the same conversation, ratio of medians`,
        value: middle(late, askMs) / middle(early, askMs),
        atMost: MAX_GROWTH_RATIO,
      },
      {
        name: `Turns ${words(plan.late)} against turns ${words(plan.early)} of a new conversation beside it, ratio of medians`,
        value: middle(late.slice(0, half), askMs) / middle(young, askMs),
        atMost: MAX_GROWTH_RATIO,
      },
      {
        name: `Turns ${words(plan.late)} against turns ${words(plan.full)} of a new conversation beside it, with windows of the same size, ratio of medians`,
        value: middle(late.slice(half), askMs) / middle(full, askMs),
        atMost: MAX_GROWTH_RATIO,
      },
    ],
  };
}

function takeWithin(samples: ReadonlyMap<number, TurnSample>, window: TurnWindow): TurnSample[] {
  return [...samples].filter(([turn]) => isWithin(window, turn)).map(([, sample]) => sample);
}

type Figure = (sample: TurnSample) => number;
type PartialFigure = (sample: TurnSample) => number | undefined;
const askMs: Figure = (sample) => sample.askMs;
const echoMs: Figure = (sample) => sample.echoMs;
const serverMs: Figure = (sample) => sample.askMs - sample.phases['final to told'];

function overheadTable(samples: readonly TurnSample[], { plan, passedMs }: TurnMeasurement): BenchTable {
  const floor = middle(samples, echoMs);
  const row = (name: string, values: readonly number[]) => [
    name,
    rounded(median(values), 1),
    rounded(quantile(values, 0.95), 1),
    (median(values) / floor).toFixed(2),
  ];
  return {
    title: `A turn with a model that answers at once, turns ${words(plan.overhead)}, taken in turns with the floor`,
    columns: ['', 'median ms', 'p95 ms', 'to the floor'],
    rows: [
      row('floor: an Update that runs a child with one Activity', samples.map(echoMs)),
      row('turn: client.ask', inWay(samples, 'client').map(askMs)),
      row('turn: until its rows are final', samples.map(serverMs)),
      row('turn: Update ask, with Temporal alone', inWay(samples, 'update').map(askMs)),
      ...(passedMs.length > 0 ? [row('turn: client.ask, one after another without a pause', passedMs)] : []),
    ],
  };
}

function phaseTable(samples: readonly TurnSample[]): BenchTable {
  return {
    title: 'Where the time of the same turns goes, medians',
    columns: ['', 'client.ask ms', 'Update ask ms'],
    rows: TURN_PHASES.map((phase) => [
      phase,
      rounded(
        middle(inWay(samples, 'client'), (sample) => sample.phases[phase]),
        1,
      ),
      rounded(
        middle(inWay(samples, 'update'), (sample) => sample.phases[phase]),
        1,
      ),
    ]),
  };
}

interface GrowthSamples {
  early: readonly TurnSample[];
  late: readonly TurnSample[];
  young: readonly TurnSample[];
  full: readonly TurnSample[];
}

function growthTable(
  { early, late, young, full }: GrowthSamples,
  { plan, continuedAsNew }: TurnMeasurement,
): BenchTable {
  const row = (name: string, figure: PartialFigure, decimals = 0) => {
    const figures = [early, late, young, full].map((samples) => middle(samples, figure));
    const [before = Number.NaN, after = Number.NaN] = figures;
    return [name, ...figures.map((value) => rounded(value, decimals)), (after / before).toFixed(2)];
  };
  return {
    title: `A young conversation and an old one (continued as new ${continuedAsNew} times), medians`,
    columns: [
      '',
      `turns ${words(plan.early)}`,
      `turns ${words(plan.late)}`,
      `${words(plan.early)} of a new one`,
      `${words(plan.full)} of it`,
      'late / early',
    ],
    rows: [
      row('client.ask, ms', askMs, 1),
      ...TURN_PHASES.map((phase) => row(`  ${phase}, ms`, (sample) => sample.phases[phase], 1)),
      row('floor in the same minute, ms', echoMs, 1),
      row('SQL statements of the worker', (sample) => sample.statements.worker),
      row('SQL statements of the client', (sample) => sample.statements.client),
      row('events in the conversation', (sample) => sample.conversation?.events),
      row('events in its execution', (sample) => sample.execution.events),
      row('history bytes in the conversation', (sample) => sample.conversation?.bytes),
      row('history bytes in its execution', (sample) => sample.execution.bytes),
    ],
  };
}

function inWay(samples: readonly TurnSample[], way: Way): TurnSample[] {
  return samples.filter((sample) => sample.way === way);
}

function middle(samples: readonly TurnSample[], figure: PartialFigure): number {
  return median(samples.map(figure).filter((value) => value !== undefined));
}

function words({ first, last }: TurnWindow): string {
  return `${first}-${last}`;
}
