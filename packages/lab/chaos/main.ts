import { Command, InvalidArgumentError, Option } from 'commander';
import {
  CHAOS_FAULT_NAMES,
  CHAOS_FAULTS,
  formatChaosReport,
  runChaos,
  type ChaosFault,
} from '../../testing/chaos/index.js';
import { ourLoad } from './our-load.js';

interface ChaosCommandOptions {
  minutes: number;
  seed: number;
  conversations: number;
  workers: number;
  faults?: ChaosFault[];
  calm?: number;
  json?: true;
}

async function run({ json, calm, ...options }: ChaosCommandOptions): Promise<void> {
  const onProgress = (line: string) => console.error(line);
  console.error(`seed ${options.seed}`);
  const report = await runChaos({ ...options, calmSeconds: calm, load: ourLoad, onProgress });
  console.log(json ? JSON.stringify(report, undefined, 2) : formatChaosReport(report));
  process.exitCode = report.violations.length === 0 ? 0 : 1;
}

function positive(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}

await new Command('npm run test:chaos --')
  .description(
    'Holds conversations while workers, Temporal, Postgres and the network fail, then checks that no turn was lost, doubled, torn or left open. Ends with 1 when a rule was broken.',
  )
  .addOption(new Option('--minutes <number>', 'how long faults come').argParser(positive).default(1))
  .addOption(
    new Option('--seed <number>', 'plans the same faults again (default: a new one)')
      .argParser(positive)
      .default(1 + Math.floor(Math.random() * 1_000_000), 'random'),
  )
  .addOption(new Option('--conversations <count>', 'held at once').argParser(positive).default(8))
  .addOption(new Option('--workers <count>', 'worker processes').argParser(positive).default(2))
  .addOption(
    new Option('--calm <seconds>', 'between two faults, at the least (default: 3)').argParser(positive),
  )
  .addOption(new Option('--faults <name...>', 'only these').choices(CHAOS_FAULT_NAMES))
  .option('--json', 'write the report as JSON')
  .addHelpText(
    'after',
    `\nFaults:\n${CHAOS_FAULT_NAMES.map((name) => `  ${name.padEnd(18)}${CHAOS_FAULTS[name].words}`).join('\n')}`,
  )
  .action(run)
  .parseAsync();
