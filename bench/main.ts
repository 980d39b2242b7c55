import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import { Argument, Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../config.js';
import { startTestEnvironment } from '../testing/test-environment.js';
import type { Bench, BenchReport } from './bench.js';
import { BENCHES } from './benches.js';
import { describeEnvironment, environmentLine } from './describe-environment.js';
import { formatReport } from './format-report.js';
import { DEFAULT_TURNS, MIN_TURNS } from './turn/turn-plan.js';

interface BenchOptions {
  turns: number;
  json?: true;
}

/** Runs the benches that are named, all without a name, one after another on servers of their own. */
async function runBenches(names: readonly string[], { turns, json }: BenchOptions): Promise<void> {
  const onProgress = (line: string): void => console.error(line);
  quietRuntime();
  const { temporalAddress, databaseUrl, temporalCliPath } = readConfig();
  const { environment, stop } = await startTestEnvironment({
    temporalAddress,
    databaseUrl,
    temporalCliPath,
    onProgress,
  });
  try {
    const measuredOn = await describeEnvironment(environment);
    if (!json) console.log(environmentLine(measuredOn));
    const reports: ({ name: string } & BenchReport)[] = [];
    for (const bench of chosen(names)) {
      const report = await bench.run({ environment, turns, onProgress });
      reports.push({ name: bench.name, ...report });
      if (!json) console.log(`\n${formatReport(report)}`);
    }
    if (json) console.log(JSON.stringify({ measuredOn, reports }, undefined, 2));
  } finally {
    await stop();
  }
}

function chosen(names: readonly string[]): readonly Bench[] {
  return names.length === 0 ? BENCHES : BENCHES.filter((bench) => names.includes(bench.name));
}

/** Log lines of a worker cost time and tell nothing here. */
function quietRuntime(): void {
  Runtime.install({
    logger: new DefaultLogger('WARN'),
    telemetryOptions: { logging: { forward: {}, filter: makeTelemetryFilterString({ core: 'WARN' }) } },
    shutdownSignals: [],
  });
}

function turnCount(value: string): number {
  const turns = Number(value);
  if (!Number.isSafeInteger(turns) || turns < MIN_TURNS)
    throw new InvalidArgumentError(`It must be a whole number of at least ${MIN_TURNS}.`);
  return turns;
}

await new Command('npm run bench --')
  .description('Measures on a real Temporal server and a real Postgres, started for it or given.')
  .addArgument(
    new Argument('[name...]', 'benches to run (default: all)').choices(BENCHES.map(({ name }) => name)),
  )
  .addOption(
    new Option('--turns <count>', 'turns of the measured conversation')
      .argParser(turnCount)
      .default(DEFAULT_TURNS),
  )
  .option('--json', 'write one JSON document instead of tables')
  .addHelpText(
    'after',
    `\nBenches:\n${BENCHES.map(({ name, summary }) => `  ${name}  ${summary}`).join('\n')}`,
  )
  .action(runBenches)
  .parseAsync();
