import type { SlashCommand } from './slash-command.js';

export const cancelCommand: SlashCommand = {
  name: 'cancel',
  help: 'cancel the running answer; also Ctrl-C',
  isObeyedDuringAnswers: true,
  obey: () => ({ kind: 'cancel' }),
};
