import type { Command } from 'commander';
import type { ExecutionStatus } from '../../flow/status.js';
import { EXECUTION_STATUSES } from '../../flow/status.js';
import { newCommand, newGroup } from '../new-command.js';
import { executionStatus, wholeNumber } from '../options.js';
import { createOutput } from '../output.js';

/** `threadline executions`: what ran and what runs. */
export function executionsCommand(): Command {
  return newGroup('executions', 'list, show and cancel executions')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(treeCommand())
    .addCommand(cancelCommand())
    .addCommand(reconcileCommand());
}

interface ListOptions {
  status?: ExecutionStatus;
  flow?: string;
  user?: string;
  limit: number;
  json?: boolean;
}

function listCommand(): Command {
  return newCommand('list', 'list executions, newest first')
    .option('--status <status>', `only these: ${EXECUTION_STATUSES.join(', ')}`, executionStatus)
    .option('--flow <slug>', 'only of this flow')
    .option('--user <name>', 'only of this user')
    .option('--limit <n>', 'executions at the most, 1 to 1000', wholeNumber(1_000), 20)
    .action(async ({ json, ...filter }: ListOptions) => {
      const { listExecutions } = await import('../executions.js');
      await listExecutions(filter, createOutput({ json }));
    });
}

function showCommand(): Command {
  return newCommand('show', 'show an execution: its model and tool calls, failures, cost, answer')
    .argument('<id>', 'Workflow ID of the execution')
    .action(async (id: string, options: { json?: boolean }) => {
      const { showExecution } = await import('../executions.js');
      await showExecution(id, createOutput(options));
    });
}

function treeCommand(): Command {
  return newCommand('tree', 'show an execution with all below it, or the turns of a conversation')
    .argument('<id>', 'Workflow ID of an execution or a conversation')
    .action(async (id: string, options: { json?: boolean }) => {
      const { showTree } = await import('../executions.js');
      await showTree(id, createOutput(options));
    });
}

function cancelCommand(): Command {
  return newCommand('cancel', 'cancel an execution and all below it')
    .argument('<id>', 'Workflow ID of the execution')
    .action(async (id: string, options: { json?: boolean }) => {
      const { cancelExecution } = await import('../executions.js');
      await cancelExecution(id, createOutput(options));
    });
}

function reconcileCommand(): Command {
  return newCommand('reconcile', 'finish the rows of executions whose Workflow is gone').action(
    async (options: { json?: boolean }) => {
      const { reconcile } = await import('../executions.js');
      await reconcile(createOutput(options));
    },
  );
}
