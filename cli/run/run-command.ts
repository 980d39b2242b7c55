import type { Command } from 'commander';
import { LOWEST_PRIORITY } from '../../protocol/priority.js';
import { newCommand } from '../program/new-command.js';
import { usageError } from '../program/command-error.js';
import { collectPaths, parseDollars, parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';
import type { RunFlowOptions } from './run-and-print.js';

export function createRunCommand(): Command {
  return (
    newCommand('run', 'run a flow outside a conversation and print its answer')
      .argument('<flow>', 'slug of the flow')
      // Not required here, because the error would hide that of a misspelled option.
      .option(
        '--input <text>',
        "input text, required without --attach; '-' reads standard input, '@file' a file",
      )
      .option('--attach <path>', 'attach an image or a file; repeatable', collectPaths)
      .option('--data <json>', "values for templates under 'trigger.data', as JSON; '@file' reads a file")
      .option('--output <path>', 'answer with an object that matches the JSON Schema in this file')
      .option('--trigger <id>', "trigger to fire (default: the flow's first manual trigger)")
      .option('--id <id>', 'id for an idempotent run (default: a new id)')
      .option(
        '--user <name>',
        'owner of the execution (default: THREADLINE_USER, else your login name; empty: none)',
      )
      .option(
        '--priority <n>',
        '1 (highest) to 5 (lowest): lower numbers run first in a backlog (default: 3)',
        parseWholeNumber(LOWEST_PRIORITY),
      )
      .option('--follow', 'show progress on standard error: nodes, tool calls, text, questions')
      .option(
        '--budget-tokens <n>',
        'tokens that the execution and its sub-executions may spend',
        parseWholeNumber(1_000_000_000),
      )
      .option(
        '--budget-cost <usd>',
        'US dollars that the execution and its sub-executions may spend',
        parseDollars,
      )
      .action(async (flow: string, { input, ...rest }: Partial<RunFlowOptions> & { json?: boolean }) => {
        if (input === undefined && !rest.attach)
          throw usageError("Required option '--input <text>' not specified: see 'threadline run --help'");
        const options = { ...rest, input: input ?? '' };
        const { readConfig } = await import('../../config.js');
        const { runAndPrint } = await import('./run-and-print.js');
        process.exitCode = await runAndPrint({
          config: readConfig(),
          flow,
          options,
          output: createOutput(options),
        });
      })
  );
}
