import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { cpus } from 'node:os';
import { readConfig } from '../../../config.js';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.js';
import type { BenchReport, LocalBench, BenchTable, BenchTarget, Bench } from './bench.js';
import { describeEnvironment, environmentLine, type MeasuredOn } from './describe-environment.js';
import { contextBench } from './context/context-bench.js';
import { deployBench } from './deploy/deploy-bench.js';
import { encryptionBench } from './encryption/encryption-bench.js';
import { firstTokenBench } from './first-token/first-token-bench.js';
import { floodBench } from './flood/flood-bench.js';
import { gatewayBench } from './gateway/gateway-bench.js';
import { loadBench } from './load/load-bench.js';
import { memoryBench } from './memory/memory-bench.js';
import { peersBench } from './peers/peers-bench.js';
import { prefixBench } from './prefix/prefix-bench.js';
import { retrievalBench } from './retrieval/retrieval-bench.js';
import { rowsBench } from './rows/rows-bench.js';
import { streamBench } from './stream/stream-bench.js';
import { threadBench } from './turn/thread-bench.js';
import { turnBench } from './turn/turn-bench.js';

const BENCHES: readonly (Bench | LocalBench)[] = [
  turnBench,
  threadBench,
  contextBench,
  prefixBench,
  retrievalBench,
  memoryBench,
  loadBench,
  deployBench,
  encryptionBench,
  floodBench,
  gatewayBench,
  streamBench,
  firstTokenBench,
  rowsBench,
  peersBench,
];

interface BenchOptions {
  turns?: number;
  conversations?: number;
  defaults?: boolean;
  only?: string;
  json?: true;
}

type AnyBench = (typeof BENCHES)[number];
type NamedReport = { name: string } & BenchReport;

type Machine = Pick<MeasuredOn, 'cores' | 'cpu' | 'node'>;

async function runBenches(names: readonly string[], options: BenchOptions): Promise<void> {
  const benches = chosen(names);
  if (benches.every(isLocal)) return runAll(benches, options, undefined);
  quietRuntime();
  const { temporalAddress, databaseUrl, temporalCliPath } = readConfig();
  const { environment, stop } = await startTestEnvironment({
    temporalAddress,
    databaseUrl,
    temporalCliPath,
    onProgress,
  });
  try {
    await runAll(benches, options, environment);
  } finally {
    await stop();
  }
}

async function runAll(
  benches: readonly AnyBench[],
  { turns, conversations, defaults = false, only, json }: BenchOptions,
  environment: TestEnvironment | undefined,
): Promise<void> {
  const { measuredOn, line } = await describe(environment);
  if (!json) console.log(line);
  const reports: NamedReport[] = [];
  for (const bench of benches) {
    const input = { turns, conversations, hasDefaultLimits: defaults, only, onProgress };
    const report = isLocal(bench)
      ? await bench.run(input)
      : await bench.run({ ...input, environment: environment! });
    reports.push({ name: bench.name, ...report });
    if (!json) console.log(`\n${formatReport(report)}`);
  }
  if (json) console.log(JSON.stringify({ measuredOn, reports }, undefined, 2));
}

function onProgress(line: string): void {
  console.error(line);
}

function isLocal(bench: AnyBench): bench is LocalBench {
  return 'isLocal' in bench;
}

async function describe(
  environment: TestEnvironment | undefined,
): Promise<{ measuredOn: MeasuredOn | Machine; line: string }> {
  if (environment) {
    const measuredOn = await describeEnvironment(environment);
    return { measuredOn, line: environmentLine(measuredOn) };
  }
  const cores = cpus();
  const [{ model = 'unknown' } = {}] = cores;
  const measuredOn = { cores: cores.length, cpu: model.trim(), node: process.versions.node };
  return { measuredOn, line: `${cores.length} cores (${measuredOn.cpu}), Node ${measuredOn.node}` };
}

function chosen(names: readonly string[]): readonly AnyBench[] {
  return names.length === 0 ? BENCHES : BENCHES.filter((bench) => names.includes(bench.name));
}

function quietRuntime(): void {
  Runtime.install({
    logger: new DefaultLogger('WARN'),
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) } },
    shutdownSignals: [],
  });
}

function wholeNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number of at least 1.');
  return number;
}

await new Command('npm run bench --')
  .description(
    'Measures on a real Temporal server and a real Postgres, started for it or given, where it needs them.',
  )
  .addArgument(
    new Argument('[name...]', 'benches to run (default: all)').choices(BENCHES.map(({ name }) => name)),
  )
  .addOption(
    new Option('--turns <count>', 'turns of a measured conversation (default: by bench)').argParser(
      wholeNumber,
    ),
  )
  .addOption(
    new Option('--conversations <count>', 'conversations at once (default: by bench)').argParser(wholeNumber),
  )
  .option('--defaults', "with a worker's default limits per user, where a bench sets them: flood")
  .option(
    '--only <words>',
    'measure the cases whose names contain these words, where a bench has several: deploy, flood',
  )
  .option('--json', 'write one JSON document instead of tables')
  .addHelpText(
    'after',
    `\nBenches:\n${BENCHES.map(({ name, summary }) => `  ${name}  ${summary}`).join('\n')}`,
  )
  .action(runBenches)
  .parseAsync();
// An unused Temporal runtime keeps the process alive, as in the benches stream and rows.
process.exit();

function formatReport({ tables, targets }: BenchReport): string {
  return [...tables.map(formatTable), targets.map(formatTarget).join('\n')]
    .filter((part) => part !== '')
    .join('\n\n');
}

function formatTable({ title, columns, rows }: BenchTable): string {
  const lines = [columns, ...rows];
  const widths = columns.map((_, index) =>
    Math.max(...lines.map((line) => String(line[index] ?? '').length)),
  );
  const format = (line: readonly (string | number)[]): string =>
    line
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return index === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [title, ...lines.map((line) => `  ${format(line)}`)].join('\n');
}

function formatTarget(target: BenchTarget): string {
  const { name, value } = target;
  const isUpper = 'atMost' in target;
  const bound = isUpper ? target.atMost : target.atLeast;
  const isMet = isUpper ? value <= bound : value >= bound;
  const verdict = Number.isNaN(value) ? 'not measured' : isMet ? 'met' : 'missed';
  return `${name}: ${value.toFixed(2)} (target: at ${isUpper ? 'most' : 'least'} ${bound}, ${verdict})`;
}
