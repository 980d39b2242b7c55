import { sendText } from './send-text.js';
import type { SlashCommand } from './slash-command.js';

export const steerCommand: SlashCommand = {
  name: 'steer',
  argument: '<text>',
  help: 'add a message to the running turn, for its next model call',
  isObeyedDuringAnswers: true,
  obey: (call) => sendText(call, 'steer'),
};
