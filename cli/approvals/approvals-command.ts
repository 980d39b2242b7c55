import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand, newGroup } from '../program/new-command.js';
import { parseWholeNumber } from '../program/options.js';

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
    .option('--limit <n>', 'most approvals to list, 1 to 500', parseWholeNumber(500), 50)
    .addHelpText('after', MORE)
    .action(async ({ json, ...filter }: ListOptions) => {
      const { showApprovals } = await import('./approvals.js');
      await showApprovals(filter, createOutput({ json }));
    });
}

interface AnswerOptions {
  node?: string;
  iteration?: string;
  json?: boolean;
  call?: string;
}

function createAnswerCommand(): Command {
  return newCommand(
    'answer',
    'answer the question of a node or about a tool call: yes, confirm, true, y or 1 confirm',
  )
    .argument('<id>', 'Workflow ID of the execution, or the id that it was started with')
    .argument(
      '<words...>',
      'the answer; a JSON object runs a tool call with that input; anything else refuses',
    )
    .option('--node <id>', 'the node that asks; needed where several do')
    .option('--iteration <item>', 'for which item of a loop it asks; needed where it asks for several')
    .option(
      '--call <place>',
      'the tool call that it asks about, such as 3.1; needed where it asks about several',
    )
    .action(async (executionId: string, words: string[], options: AnswerOptions) => {
      const { node, iteration, call, json } = options;
      const { answerExecution } = await import('../executions/executions.js');
      const answer = words.join(' ');
      await answerExecution({ executionId, answer, nodeId: node, iteration, call }, createOutput({ json }));
    });
}
