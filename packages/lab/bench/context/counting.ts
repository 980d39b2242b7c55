import type { BenchReport, BenchTable, LocalBenchInput } from '../bench.js';
import { median, rounded } from '../statistics.js';
import { chinese, json, prose, sourceCode, unbrokenRun, type TextMaker } from './texts.js';
import { countTokens } from 'gpt-tokenizer/encoding/cl100k_base';
import { Tiktoken } from 'js-tiktoken/lite';
import ranks from 'js-tiktoken/ranks/cl100k_base';
import { countTextTokens } from '../../../../models/counting/count-tokens.js';

interface Row {
  name: string;
  make: TextMaker;
  characters: number;
  repetitions: number;
  isCut?: boolean;
  isOursOnly?: boolean;
}

const TEXT = { characters: 200_000, repetitions: 9 };
const PROSE: Row = { name: 'English prose', make: prose, ...TEXT };
const RUN: Row = {
  name: 'one letter, 8,000 times',
  make: unbrokenRun,
  characters: 8_000,
  repetitions: 3,
  isCut: true,
};
const ROWS: readonly Row[] = [
  PROSE,
  { name: 'source code', make: sourceCode, ...TEXT },
  { name: 'JSON', make: json, ...TEXT },
  { name: 'Chinese', make: chinese, ...TEXT, characters: 50_000 },
  RUN,
  { ...RUN, name: 'one letter, 1,000,000 times', characters: 1_000_000, isOursOnly: true },
];
const WARM_UPS = 4;
const MIN_PROSE_RATIO = 10;
const MIN_RUN_RATIO = 1_000;
const SHORT_MESSAGE_CHARACTERS = 200;
const SHORT_MESSAGES = 10_000;

export function benchCounting({ onProgress }: LocalBenchInput): BenchReport {
  const counters = createComparedCounters();
  const speeds = ROWS.map((row) => {
    onProgress(`context: counting ${row.name}`);
    return { row, ...measure(row, counters) };
  });
  const toJsTiktoken = (wanted: Row): number => {
    const found = speeds.find(({ row }) => row === wanted);
    return found ? found.ours / found.jsTiktoken : Number.NaN;
  };
  return {
    tables: [speedTable(speeds), messageTable(counters)],
    targets: [
      {
        name: 'Speed of counting prose, ours / js-tiktoken',
        value: toJsTiktoken(PROSE),
        atLeast: MIN_PROSE_RATIO,
      },
      {
        name: 'Speed of counting an unbroken run, ours / js-tiktoken',
        value: toJsTiktoken(RUN),
        atLeast: MIN_RUN_RATIO,
      },
    ],
  };
}

type Speeds = Record<keyof ComparedCounters, number>;

function measure(row: Row, { ours, jsTiktoken, gptTokenizer }: ComparedCounters): Speeds {
  const { make, characters, repetitions, isCut = false, isOursOnly = false } = row;
  const texts = Array.from({ length: repetitions }, (_, index) => make(characters, index + 1));
  const warmUps = isCut ? [] : Array.from({ length: WARM_UPS }, (_, index) => make(characters, -index));
  const counters: readonly Counter[] = isOursOnly ? [ours] : [ours, jsTiktoken, gptTokenizer];
  const results = counters.map((counter) => {
    warmUps.forEach(counter);
    return texts.map((text) => timed(() => counter(text)));
  });
  if (!isCut)
    requireEqual(
      row.name,
      results.map((timings) => timings.map(({ value }) => value).join(', ')),
    );
  const speeds = results.map((timings) =>
    median(timings.map(({ ms }, index) => Buffer.byteLength(texts[index]!) / 1_000 / ms)),
  );
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = speeds;
  return { ours: first, jsTiktoken: second, gptTokenizer: third };
}

function requireEqual(name: string, tokens: readonly string[]): void {
  if (new Set(tokens).size > 1)
    throw new Error(`The counters differ on ${name}: ${tokens.join(' and ')} tokens`);
}

function speedTable(speeds: readonly (Speeds & { row: Row })[]): BenchTable {
  const cell = (value: number): string | number =>
    Number.isNaN(value) ? '-' : value < 1 ? rounded(value, 4) : rounded(value, 1);
  return {
    title: `Counting, MB/s (UTF-8): median of ${TEXT.repetitions} new texts of ${TEXT.characters / 1_000} kB, after ${WARM_UPS} others (unbroken runs: of ${RUN.repetitions}, cold)`,
    columns: ['', 'ours', 'js-tiktoken', 'gpt-tokenizer', 'ours / js-tiktoken', 'ours / gpt-tokenizer'],
    rows: speeds.map(({ row, ours, jsTiktoken, gptTokenizer }) => [
      row.name,
      cell(ours),
      cell(jsTiktoken),
      cell(gptTokenizer),
      cell(ours / jsTiktoken),
      cell(ours / gptTokenizer),
    ]),
  };
}

function messageTable({ ours }: ComparedCounters): BenchTable {
  const text = prose(SHORT_MESSAGE_CHARACTERS * SHORT_MESSAGES, 1);
  const messages = Array.from({ length: SHORT_MESSAGES }, (_, index) =>
    text.slice(index * SHORT_MESSAGE_CHARACTERS, (index + 1) * SHORT_MESSAGE_CHARACTERS),
  );
  const lines = messages.map((message) => JSON.stringify({ text: message }));
  const row = (name: string, run: () => void): (string | number)[] => {
    const perSecond = Array.from(
      { length: TEXT.repetitions },
      () => (SHORT_MESSAGES / timed(run).ms) * 1_000,
    );
    return [name, Math.round(median(perSecond))];
  };
  return {
    title: `Messages of ${SHORT_MESSAGE_CHARACTERS} characters of English prose, caches warm, medians of ${TEXT.repetitions}`,
    columns: ['', 'messages/s'],
    rows: [
      row('counted', () => messages.forEach(ours)),
      row('parsed from JSON and counted', () =>
        lines.forEach((line) => ours((JSON.parse(line) as { text: string }).text)),
      ),
    ],
  };
}

function timed<T>(run: () => T): { value: T; ms: number } {
  const started = performance.now();
  const value = run();
  return { value, ms: performance.now() - started };
}

type Counter = (text: string) => number;

interface ComparedCounters {
  ours: Counter;
  jsTiktoken: Counter;
  gptTokenizer: Counter;
}

function createComparedCounters(): ComparedCounters {
  const tiktoken = new Tiktoken(ranks);
  const plain = { disallowedSpecial: new Set<string>() };
  return {
    ours: countTextTokens,
    jsTiktoken: (text) => tiktoken.encode(text, [], []).length,
    gptTokenizer: (text) => countTokens(text, plain),
  };
}
