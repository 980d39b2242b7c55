import type { Command } from 'commander';
import { createAnswerCommand } from '../executions/executions-command.js';
import { createOutput } from '../format/output.js';
import { newCommand, newGroup } from '../program/new-command.js';
import { parseWholeNumber } from '../program/options.js';

/** `threadline approvals`: the inbox of approvals. */
export function createApprovalsCommand(): Command {
  return newGroup('approvals', 'list and answer open approvals')
    .addCommand(createListCommand())
    .addCommand(createAnswerCommand());
}

interface ListOptions {
  flow?: string;
  user?: string;
  tool?: string;
  after?: string;
  limit: number;
  json?: boolean;
}

const MORE = `
Commands run as an operator, who may answer every approval. With --json, 'next' is the value for --after.`;

function createListCommand(): Command {
  return newCommand('list', 'list open approvals, oldest first, with how to answer them')
    .option('--flow <slug>', 'only of this flow')
    .option('--user <name>', 'only of this requesting user')
    .option('--tool <name>', 'only about calls of this tool')
    .option('--after <next>', 'the next page')
    .option('--limit <n>', 'approvals at most, 1 to 500', parseWholeNumber(500), 50)
    .addHelpText('after', MORE)
    .action(async ({ json, ...filter }: ListOptions) => {
      const { showApprovals } = await import('./approvals.js');
      await showApprovals(filter, createOutput({ json }));
    });
}
