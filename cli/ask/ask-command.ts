import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { addConversationOptions, type ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

const MORE = `
At a terminal the answer comes word by word; elsewhere it is printed once it is whole. Ctrl-C cancels the turn.
With --json: turnId, executionId, status, and text or error.`;

/** `threadline ask`: sends one message and prints its answer. */
export function createAskCommand(): Command {
  return addConversationOptions(newCommand('ask', 'send one message and print its answer'))
    .argument('<text>', "the message; '-' reads it from standard input")
    .addHelpText('after', MORE)
    .action(async (text: string, options: ConversationOptions) => {
      const { readConfig } = await import('../../config.js');
      const { ask } = await import('./ask.js');
      process.exitCode = await ask({ config: readConfig(), text, options, output: createOutput(options) });
    });
}
