import type { SlashCommand } from './commands/slash-command.js';

export type TypedLine =
  | { kind: 'blank' }
  | { kind: 'message'; text: string }
  | { kind: 'command'; command: SlashCommand; argument: string }
  | { kind: 'unknown-command'; name: string };

/** `//` begins a message that starts with a slash. */
export function parseTypedLine(line: string, commands: readonly SlashCommand[]): TypedLine {
  const text = line.trim();
  if (text === '') return { kind: 'blank' };
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) };
  if (!text.startsWith('/')) return { kind: 'message', text: line };
  const [name = ''] = text.slice(1).split(/\s/);
  const argument = text.slice(name.length + 1).trim();
  const command = commands.find((known) => known.name === name);
  return command ? { kind: 'command', command, argument } : { kind: 'unknown-command', name };
}
