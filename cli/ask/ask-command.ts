import { Option, type Command } from 'commander';
import { WHILE_RUNNING } from '../../protocol/while-running.js';
import type { AskOptions } from './ask-options.js';
import { newConversationCommand, collectPaths } from '../program/options.js';
import { createOutput } from '../format/output.js';

const MORE = `
At a terminal the answer is streamed; otherwise it is printed when it is complete. Ctrl-C cancels the turn.
--while-running steer: joins the running turn; interrupt: cancels the running turn and starts at once.
With --json: turnId, executionId, status, and text or error; with --output, the object too.`;

export function createAskCommand(): Command {
  return newConversationCommand('ask', 'send one message and print its answer')
    .argument('<text>', "the message; '-' reads it from standard input")
    .addOption(
      new Option('--while-running <mode>', 'how to send it while another turn runs')
        .choices(WHILE_RUNNING)
        .default(WHILE_RUNNING[0]),
    )
    .option('--attach <path>', 'attach an image or a file; repeatable', collectPaths)
    .option('--data <json>', "values for templates under 'trigger.data', a JSON object; '@file' reads a file")
    .option('--output <path>', 'answer with an object that matches the JSON Schema in this file')
    .addHelpText('after', MORE)
    .action(async (text: string, options: AskOptions) => {
      const { ask } = await import('./ask.js');
      process.exitCode = await ask({ text, options, output: createOutput(options) });
    });
}
