import { sendText } from './send-text.js';
import type { SlashCommand } from './slash-command.js';

export const interruptCommand: SlashCommand = {
  name: 'interrupt',
  argument: '<text>',
  help: 'cancel the running answer and send a message at once',
  isObeyedDuringAnswers: true,
  obey: (call) => sendText(call, 'interrupt'),
};
