import type { SlashCommand } from './slash-command.js';

export const helpCommand: SlashCommand = {
  name: 'help',
  help: 'show this list',
  isShowing: true,
  obey({ commands, write }) {
    write(`${formatSlashHelp(commands)}\n`);
    return undefined;
  },
};

export function formatSlashHelp(commands: readonly SlashCommand[]): string {
  const heads = commands.map(({ name, argument }) => (argument === undefined ? name : `${name} ${argument}`));
  const width = Math.max(...heads.map((head) => head.length)) + 2;
  return commands
    .map(({ help }, index) => `/${(heads[index] ?? '').padEnd(width)}${help}`)
    .concat('Alt-Enter, or a backslash at the end, starts a new line; a pasted text is one message.')
    .concat('Anything else is a message; type // to start one with a slash.')
    .join('\n');
}
