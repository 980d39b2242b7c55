import { Command } from 'commander';
import { describeUsage } from '../format/describe-usage.js';
import { EXIT_CODES_HELP } from './exit-codes.js';

/** What every command has: `--json`, its exit codes in `--help`, one sentence for a wrong use. */
export function newCommand(name: string, description: string): Command {
  return quiet(new Command(name))
    .description(description)
    .option('--json', 'print the result as JSON, and nothing else, on standard output')
    .addHelpText('after', EXIT_CODES_HELP);
}

/** A command that only holds others. */
export function newGroup(name: string, description: string): Command {
  return quiet(new Command(name)).description(description).addHelpText('after', EXIT_CODES_HELP);
}

/** Makes a command throw instead of ending the process, and say what is wrong in our words. */
function quiet(command: Command): Command {
  return command
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureOutput({
      outputError: (text, write) => write(`${describeUsage(text, commandPath(command))}\n`),
    });
}

function commandPath(command: Command): string {
  const names = [];
  for (let current: Command | null = command; current !== null; current = current.parent)
    names.unshift(current.name());
  return names.join(' ');
}
