import { CommanderError, type Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../cli/create-program.js';

const COMMANDS = createProgram().commands.flatMap((command) => [
  command.name(),
  ...command.commands.map((below) => `${command.name()} ${below.name()}`),
]);

describe('createProgram', () => {
  test('commands and their subcommands -> found', () => expect(COMMANDS.length).toBeGreaterThan(50));

  test.each(COMMANDS)('%s --help -> printed with the exit codes', async (words) => {
    const { printed, error } = await parse([...words.split(' '), '--help']);
    expect(error).toMatchObject({ exitCode: 0 });
    expect(printed).toContain(`Usage: threadline ${words}`);
    expect(printed).toContain('Exit codes:');
  });

  test('a misspelled option and a missing one -> the misspelled one is reported', async () => {
    const { error, complained } = await parse(['run', 'support', '--inptu', 'x']);
    expect(error).toMatchObject({ exitCode: 1 });
    expect(complained).toBe(
      "Unknown option '--inptu' (Did you mean --input?): see 'threadline run --help'\n",
    );
  });
});

describe('createHistoryCommand', () => {
  test.each([
    ['--summaries', '--before', 'x'],
    ['--summaries', '--standing'],
    ['--standing', '--limit', '5'],
  ])('options of which one would have no effect: %s %s -> refused', async (...options) => {
    const { error, complained } = await parse(['history', ...options]);
    expect(error).toMatchObject({ exitCode: 1 });
    expect(complained).toContain('cannot be used with');
  });
});

async function parse(words: string[]): Promise<{ printed: string; complained: string; error: unknown }> {
  let [printed, complained] = ['', ''];
  const program = createProgram();
  for (const command of family(program))
    command.configureOutput({
      writeOut: (text) => (printed += text),
      writeErr: (text) => (complained += text),
    });
  const error: unknown = await program.parseAsync(words, { from: 'user' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommanderError);
  return { printed, complained, error };
}

function family(command: Command): Command[] {
  return [command, ...command.commands.flatMap((below) => family(below))];
}
