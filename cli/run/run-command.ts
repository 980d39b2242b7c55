import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { parseDollars, parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';
import type { RunFlowOptions } from './run-and-print.js';

/** `threadline run`: runs a flow outside a conversation. */
export function createRunCommand(): Command {
  return newCommand('run', 'run a flow outside a conversation and print its answer')
    .argument('<flow>', 'slug of the flow')
    .requiredOption('--input <text>', "what it is given; '-' reads standard input, '@file' a file")
    .option('--data <json>', "values for its templates under 'trigger.data', as JSON; '@file' reads a file")
    .option('--trigger <id>', "trigger that fires (default: the flow's first manual one)")
    .option('--id <id>', 'makes running it again the same execution (default: a new one)')
    .option(
      '--user <name>',
      'on whose behalf it runs (default: THREADLINE_USER, else your login name; empty: nobody)',
    )
    .option('--follow', 'show on standard error what happens meanwhile: nodes, tool calls, text, questions')
    .option(
      '--budget-tokens <n>',
      'tokens that it and all below it may spend',
      parseWholeNumber(1_000_000_000),
    )
    .option('--budget-cost <usd>', 'US parseDollars that it and all below it may spend', parseDollars)
    .action(async (flow: string, options: RunFlowOptions & { json?: boolean }) => {
      const { readConfig } = await import('../../config.js');
      const { runAndPrint } = await import('./run-and-print.js');
      process.exitCode = await runAndPrint({
        config: readConfig(),
        flow,
        options,
        output: createOutput(options),
      });
    });
}
