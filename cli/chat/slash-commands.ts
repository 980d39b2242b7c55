import type { QueueJump } from '../../protocol/while-running.js';

/** Commands of the chat, each with its line in `/help`. */
const SLASH_COMMANDS = {
  help: 'show this list',
  tree: 'show the executions of this conversation: status, duration, tokens, cost',
  explain: 'show what the last model call was sent, and what was left out',
  steer: 'with a text: say it to the turn that runs, with its next call of the model',
  interrupt: 'with a text: cancel the answer that is being written, and have this answered at once',
  cancel: 'cancel the answer that is being written; so does Ctrl-C while it is',
  clear: 'begin with a fresh context; nothing is deleted',
  quit: 'leave, also while an answer is written; so do Ctrl-D, and Ctrl-C at the prompt',
  exit: 'the same as /quit',
} as const;
export type SlashCommand = keyof typeof SLASH_COMMANDS;

/** A typed line by its kind. */
export type TypedLine =
  | { kind: 'blank' }
  | { kind: 'message'; text: string; whileRunning?: QueueJump }
  | { kind: 'command'; command: SlashCommand }
  | { kind: 'unknown-command'; name: string };

/** Tells commands from messages; `//` begins a message that begins with a slash. */
export function parseTypedLine(line: string): TypedLine {
  const text = line.trim();
  if (text === '') return { kind: 'blank' };
  if (text.startsWith('//')) return { kind: 'message', text: text.slice(1) };
  if (!text.startsWith('/')) return { kind: 'message', text: line };
  const [name = ''] = text.slice(1).split(/\s/);
  const rest = text.slice(name.length + 1).trim();
  if ((name === 'steer' || name === 'interrupt') && rest !== '')
    return { kind: 'message', text: rest, whileRunning: name };
  return name in SLASH_COMMANDS && Object.hasOwn(SLASH_COMMANDS, name)
    ? { kind: 'command', command: name as SlashCommand }
    : { kind: 'unknown-command', name };
}

/** Formats the list that `/help` shows. */
export function formatSlashHelp(): string {
  return Object.entries(SLASH_COMMANDS)
    .map(([name, words]) => `/${name.padEnd(10)}${words}`)
    .concat('Anything else is a message; begin with // for one that begins with a slash.')
    .join('\n');
}
