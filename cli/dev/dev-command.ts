import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import type { ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

const MORE = `
Starts (or joins) a Temporal server and a Postgres in the data folder, or uses those of TEMPORAL_ADDRESS and
DATABASE_URL; migrates; starts a worker; opens a chat. If standard input is a pipe, each line is a turn and answers go to
standard output. Exits at the end of the input with 0, or 1 if a turn failed; after a signal with 128 plus its number.
A Temporal or Postgres of the data folder that exits is restarted with its data; after five failed attempts, dev exits
with 1 and names the log. Stopping takes at most five seconds. Loads threadline.config.ts, .js or .mjs from this folder.`;

export function createDevCommand(): Command {
  return newCommand('dev', 'start everything and chat (same as npm start)')
    .option('--flow <slug>', "flow to talk to (default: 'assistant', else the project's first)")
    .option('--user <name>', 'user of the conversation (default: THREADLINE_USER, else your login name)')
    .option('--channel <name>', 'name of a separate conversation with the flow')
    .addHelpText('after', MORE)
    .action(async (options: Omit<ConversationOptions, 'flow'> & { flow?: string }) => {
      const { readConfig } = await import('../../config.js');
      const { runDev } = await import('./run-dev.js');
      process.exitCode = await runDev({ config: readConfig(), options, output: createOutput(options) });
    });
}
