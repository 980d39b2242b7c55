import { CommanderError, type Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { createProgram } from '../../../cli/program/create-program.js';

const COMMANDS = createProgram().commands.flatMap((command) => [
  command.name(),
  ...command.commands.map((below) => `${command.name()} ${below.name()}`),
]);

describe('createProgram', () => {
  test('commands and those below them -> all there are', () => expect(COMMANDS).toHaveLength(59));

  test.each(COMMANDS)('%s --help -> printed with the exit codes', async (words) => {
    const { printed, error } = await parse([...words.split(' '), '--help']);
    expect(error).toMatchObject({ exitCode: 0 });
    expect(printed).toContain(`Usage: threadline ${words}`);
    expect(printed).toContain('Exit codes:');
  });
});

async function parse(words: string[]): Promise<{ printed: string; error: unknown }> {
  let printed = '';
  const program = createProgram();
  for (const command of family(program)) command.configureOutput({ writeOut: (text) => (printed += text) });
  const error: unknown = await program.parseAsync(words, { from: 'user' }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(CommanderError);
  return { printed, error };
}

function family(command: Command): Command[] {
  return [command, ...command.commands.flatMap((below) => family(below))];
}
