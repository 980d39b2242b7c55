import { saySomething } from './say-something.js';
import type { SlashCommand } from './slash-command.js';

export const interruptCommand: SlashCommand = {
  name: 'interrupt',
  argument: '<text>',
  help: 'cancel the answer that is being written, and have this answered at once',
  isObeyedDuringAnswers: true,
  obey: (call) => saySomething(call, 'interrupt'),
};
