import type { SlashCommand } from './slash-command.js';

export const quitCommand: SlashCommand = {
  name: 'quit',
  help: 'leave, even during an answer; also Ctrl-D, or Ctrl-C at the prompt',
  isObeyedDuringAnswers: true,
  isLeaving: true,
  obey: () => ({ kind: 'leave' }),
};

export const exitCommand: SlashCommand = { ...quitCommand, name: 'exit', help: 'same as /quit' };
