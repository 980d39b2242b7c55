import { saySomething } from './say-something.js';
import type { SlashCommand } from './slash-command.js';

export const steerCommand: SlashCommand = {
  name: 'steer',
  argument: '<text>',
  help: 'say it to the turn that runs, with its next call of the model',
  isObeyedDuringAnswers: true,
  obey: (call) => saySomething(call, 'steer'),
};
