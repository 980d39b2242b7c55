import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import type { ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

const MORE = `
Starts (or joins) a Temporal server and a Postgres in the data folder, or uses those of TEMPORAL_ADDRESS and
DATABASE_URL; migrates; starts a worker; opens a chat. With standard input from a pipe each line is a turn,
answers go to standard output, and it ends with the input: 0, or 1 when a turn failed; 128 and the signal's
number when a signal ended it before that. A Temporal or Postgres of the data folder that dies is started again
with its data; when five attempts do not help, it ends with 1 and names the log. However it ends, that takes at
most five seconds. Loads threadline.config.ts, .js or .mjs from this folder.`;

export function createDevCommand(): Command {
  return newCommand('dev', 'start everything here and chat (what npm start does)')
    .option('--flow <slug>', "flow to talk to (default: 'assistant', else the project's first)")
    .option('--user <name>', 'user of the conversation (default: THREADLINE_USER, else your login name)')
    .option('--channel <name>', 'another conversation of the same user and flow')
    .addHelpText('after', MORE)
    .action(async (options: Omit<ConversationOptions, 'flow'> & { flow?: string }) => {
      const { readConfig } = await import('../../config.js');
      const { runDev } = await import('./run-dev.js');
      process.exitCode = await runDev({ config: readConfig(), options, output: createOutput(options) });
    });
}
