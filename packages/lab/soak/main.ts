import { Command, InvalidArgumentError, Option } from 'commander';
import { formatSample, formatSoakReport } from './soak-report.js';
import { runSoak } from './run-soak.js';
import { ourLoad } from '../chaos/our-load.js';

interface SoakCommandOptions {
  turns: number;
  seed: number;
  conversations: number;
  workers: number;
  calm: number;
  json?: true;
}

async function run({ json, calm, ...options }: SoakCommandOptions): Promise<void> {
  const report = await runSoak({
    ...options,
    calmSeconds: calm,
    load: ourLoad,
    onProgress: (line) => console.error(line),
    onSample: (sample) => console.error(formatSample(sample)),
  });
  console.log(json ? JSON.stringify(report, undefined, 2) : formatSoakReport(report));
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}

function whole(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1)
    throw new InvalidArgumentError('It must be a whole number above 0.');
  return number;
}

await new Command('npm run test:soak --')
  .description(
    'Holds conversations through many Continue-As-News while Temporal, Postgres and the network fail and workers freeze, then checks that nothing was lost and that the memory and the connections of the workers stayed flat. Ends with 1 when a rule was broken.',
  )
  .addOption(new Option('--turns <count>', 'of all conversations together').argParser(whole).default(10_000))
  .addOption(new Option('--seed <number>', 'draws the same faults again').argParser(whole).default(1))
  .addOption(new Option('--conversations <count>', 'held at once').argParser(whole).default(8))
  .addOption(new Option('--workers <count>', 'worker processes').argParser(whole).default(2))
  .addOption(new Option('--calm <seconds>', 'between two faults').argParser(whole).default(20))
  .option('--json', 'write the report as JSON')
  .action(run)
  .parseAsync();
