import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { cpus } from 'node:os';
import { readConfig } from '../../../config.js';
import { startTestEnvironment, type TestEnvironment } from '../../testing/test-environment.js';
import type { BenchReport, LocalBench } from './bench.js';
import { BENCHES } from './benches.js';
import { describeEnvironment, environmentLine, type MeasuredOn } from './describe-environment.js';
import { formatReport } from './format-report.js';

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

/** Runs the named benches, by default all. Starts servers only if needed. */
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
  if (environment !== undefined) {
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

/** Worker logs take time and add nothing here. */
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
