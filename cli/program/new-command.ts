import { Command } from 'commander';
import { EXIT_CODES_HELP } from './exit-codes.js';

export function newCommand(name: string, description: string): Command {
  return quiet(new Command(name))
    .description(description)
    .option('--json', 'print the result as JSON, and nothing else, on standard output')
    .addHelpText('after', EXIT_CODES_HELP);
}

export function newGroup(name: string, description: string): Command {
  return quiet(new Command(name)).description(description).addHelpText('after', EXIT_CODES_HELP);
}

function quiet(command: Command): Command {
  return command
    .exitOverride()
    .helpOption('-h, --help', 'show this help')
    .helpCommand(false)
    .configureOutput({
      outputError: (text, write) => write(`${describeWrongUse(text, commandPath(command))}\n`),
    });
}

function commandPath(command: Command): string {
  const names = [];
  for (let current: Command | null = command; current !== null; current = current.parent)
    names.unshift(current.name());
  return names.join(' ');
}

export function describeWrongUse(text: string, command: string): string {
  const [first = '', suggestion] = text
    .replace(/^error: /, '')
    .trim()
    .split('\n');
  const sentence = `${first.charAt(0).toUpperCase()}${first.slice(1)}`.replace(/\.$/, '');
  const hint = suggestion ? ` ${suggestion.trim()}` : '';
  return `${sentence}${hint}: see '${command} --help'`;
}
