import type { Command } from 'commander';
import { EXECUTION_STATUSES, type ExecutionStatus } from '../../flow/execution/execution-status.js';
import { newCommand, newGroup } from '../program/new-command.js';
import { parseDollars, parseExecutionStatus, parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createExecutionsCommand(): Command {
  return newGroup('executions', 'list, show, extend and cancel executions')
    .addCommand(createListCommand())
    .addCommand(createShowCommand())
    .addCommand(createTreeCommand())
    .addCommand(createWaterfallCommand())
    .addCommand(createPushCommand())
    .addCommand(createQueuesCommand())
    .addCommand(createCancelCommand())
    .addCommand(createReconcileCommand());
}

interface ListOptions {
  text?: string;
  minCost?: number;
  status?: ExecutionStatus;
  flow?: string;
  user?: string;
  limit: number;
  json?: boolean;
}

const STATUSES = `
'interrupted': waiting for a person's answer. 'pending': a sub-execution that has not started.`;

function createListCommand(): Command {
  return newCommand('list', 'list executions, newest first')
    .option('--status <status>', `only these: ${EXECUTION_STATUSES.join(', ')}`, parseExecutionStatus)
    .option('--flow <slug>', 'only of this flow')
    .option('--user <name>', 'only of this user')
    .option('--text <words>', 'only with this text in the question, error, flow or id')
    .option('--min-cost <usd>', 'only with at least this cost, including sub-executions', parseDollars)
    .option('--limit <n>', 'most executions to list, 1 to 1000', parseWholeNumber(1_000), 20)
    .addHelpText('after', STATUSES)
    .action(async ({ json, ...filter }: ListOptions) => {
      const { showExecutions } = await import('./executions.js');
      await showExecutions(filter, createOutput({ json }));
    });
}

interface ViewOptions {
  items?: boolean;
  json?: boolean;
}

const ITEMS = ['--items', 'list the runs of each loop item, up to 1,000'] as const;

function createShowCommand(): Command {
  return newCommand('show', 'show an execution: its nodes, model and tool calls, failures, cost, answer')
    .argument('<id>', 'Workflow ID of the execution, or the id that it was started with')
    .option(...ITEMS)
    .action(async (id: string, { items = false, json }: ViewOptions) => {
      const { showExecution } = await import('./executions.js');
      await showExecution(id, { output: createOutput({ json }), hasItems: items });
    });
}

function createTreeCommand(): Command {
  return newCommand(
    'tree',
    'show an execution with its nodes and sub-executions, or the turns of a conversation',
  )
    .argument(
      '<id>',
      'Workflow ID of an execution or a conversation, or the id that an execution was started with',
    )
    .option('--follow', 'follow until it ends: a terminal is updated in place, else a line per change')
    .option(...ITEMS)
    .action(async (id: string, { follow, items = false, json }: ViewOptions & { follow?: boolean }) => {
      const view = { output: createOutput({ json }), hasItems: items };
      if (follow) {
        const { followTree } = await import('./follow-tree.js');
        process.exitCode = await followTree(id, view);
        return;
      }
      const { showTree } = await import('./executions.js');
      await showTree(id, view);
    });
}

function createWaterfallCommand(): Command {
  return newCommand(
    'waterfall',
    'show on one time axis what an execution did: nodes, model calls, tools, waits and sub-executions',
  )
    .argument('<id>', 'Workflow ID of the execution, or the id that it was started with')
    .option('--limit <n>', 'most rows to show, 1 to 10000', parseWholeNumber(10_000), 1_000)
    .action(async (id: string, { limit, json }: { limit: number; json?: boolean }) => {
      const { showWaterfall } = await import('./show-waterfall.js');
      await showWaterfall(id, { output: createOutput({ json }), limit });
    });
}

interface PushOptions {
  node?: string;
  iteration?: string;
  json?: boolean;
  afterAnswer?: boolean;
}

function createPushCommand(): Command {
  return newCommand('push', 'push an instruction to a running agent, for its next model call')
    .argument('<id>', 'Workflow ID of the execution, or the id that it was started with')
    .argument('<text>', "the instruction, at most 4,000 characters; '-' reads it from standard input")
    .option('--after-answer', "process it after the agent's current answer")
    .option('--node <id>', 'node of the agent; required if several are running')
    .option('--iteration <item>', 'loop item of the agent; required if it runs for several')
    .action(async (executionId: string, argument: string, options: PushOptions) => {
      const { node, iteration, json, afterAnswer } = options;
      const { pushInstruction } = await import('./executions.js');
      const { readText, textSource } = await import('../input/read-text.js');
      const text = await readText(textSource(argument));
      const when = afterAnswer === true ? 'after-answer' : 'next-call';
      await pushInstruction({ executionId, text, when, nodeId: node, iteration }, createOutput({ json }));
    });
}

function createQueuesCommand(): Command {
  return newCommand('queues', 'show what running agents do, and the steps that wait for them')
    .argument('<id>', 'Workflow ID of the execution, or the id that it was started with')
    .action(async (id: string, options: { json?: boolean }) => {
      const { showQueues } = await import('./executions.js');
      await showQueues(id, createOutput(options));
    });
}

function createCancelCommand(): Command {
  return newCommand('cancel', 'cancel an execution and its sub-executions')
    .argument('<id>', 'Workflow ID of the execution, or the id that it was started with')
    .action(async (id: string, options: { json?: boolean }) => {
      const { cancelExecution } = await import('./executions.js');
      process.exitCode = await cancelExecution(id, createOutput(options));
    });
}

function createReconcileCommand(): Command {
  return newCommand(
    'reconcile',
    'finish the rows of executions whose Workflow no longer exists, and wake conversations with waiting messages',
  ).action(async (options: { json?: boolean }) => {
    const { reconcile } = await import('./executions.js');
    process.exitCode = await reconcile(createOutput(options));
  });
}
