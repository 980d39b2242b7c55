import type { SlashCommand } from './slash-command.js';

export const cancelCommand: SlashCommand = {
  name: 'cancel',
  help: 'cancel the answer that is being written; so does Ctrl-C while it is',
  isObeyedDuringAnswers: true,
  obey: () => ({ kind: 'cancel' }),
};
