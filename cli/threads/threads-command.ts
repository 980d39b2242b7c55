import type { Command } from 'commander';
import { newGroup } from '../program/new-command.js';
import {
  newConversationCommand,
  parseOffset,
  parseWholeNumber,
  type ConversationOptions,
} from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createThreadsCommand(): Command {
  return newGroup(
    'threads',
    'open, list, show, flatten, merge, rename and delete the threads of a conversation',
  )
    .addCommand(createListCommand())
    .addCommand(createOpenCommand())
    .addCommand(createShowCommand())
    .addCommand(createFlattenCommand())
    .addCommand(createMergeCommand())
    .addCommand(createRenameCommand())
    .addCommand(createDeleteCommand());
}

function createListCommand(): Command {
  return newConversationCommand('list', 'list a conversation and its threads as a tree').action(
    async (options: ConversationOptions) => {
      const { showThreads } = await import('./thread-actions.js');
      await showThreads(options, createOutput(options));
    },
  );
}

interface OpenOptions extends ConversationOptions {
  start?: number;
  end?: number;
  id?: string;
}

function createOpenCommand(): Command {
  return newConversationCommand('open', 'open a thread on a message, or on a part of it')
    .argument(
      '<message>',
      "number of the message, such as 3 for #3 in 'threadline history'",
      parseWholeNumber(1e9),
    )
    .option('--start <n>', 'start of the text it is anchored to, in UTF-16 units from 0', parseOffset)
    .option('--end <n>', 'end of that text, exclusive', parseOffset)
    .option('--id <id>', 'id for an idempotent open (default: a new id)')
    .action(async (message: number, { start, end, id, ...options }: OpenOptions) => {
      const { openThreadOn } = await import('./thread-actions.js');
      await openThreadOn({ message, start, end, id }, options, createOutput(options));
    });
}

function createShowCommand(): Command {
  return newConversationCommand('show', "show a thread's anchor and messages")
    .argument('<id>', 'id of the thread')
    .action(async (id: string, options: ConversationOptions) => {
      const { showThread } = await import('./thread-actions.js');
      await showThread(id, options, createOutput(options));
    });
}

function createFlattenCommand(): Command {
  return newConversationCommand(
    'flatten',
    'print all messages in one list, each thread right after its anchor',
  ).action(async (options: ConversationOptions) => {
    const { showFlattened } = await import('./thread-actions.js');
    await showFlattened(options, createOutput(options));
  });
}

interface MergeCommandOptions extends ConversationOptions {
  format?: string;
  instruction?: string;
  model?: string;
  id?: string;
}

const MERGE_HELP = `
Formats: free (also any other word), bullets, structured, custom (see --instruction), transcript (without a
model). Each merge except a transcript is an execution: see 'threadline executions show' and 'explain'.`;

function createMergeCommand(): Command {
  return newConversationCommand('merge', 'merge a conversation and its threads into one text')
    .option('--format <format>', 'format of the text', 'free')
    .option('--instruction <text>', 'instruction for the custom format')
    .option('--model <id>', 'model that merges, as provider:model (default: the last one that answered)')
    .option('--id <id>', 'id for an idempotent merge (default: a new id)')
    .addHelpText('after', MERGE_HELP)
    .action(async ({ format, instruction, model, id, ...options }: MergeCommandOptions) => {
      const { showMerged } = await import('./thread-actions.js');
      await showMerged({ format, instruction, model, id }, options, createOutput(options));
    });
}

function createRenameCommand(): Command {
  return newConversationCommand('rename', 'set the title of a conversation, or with --thread of a thread')
    .argument('<title>', 'new title, cut to one line of 200 characters')
    .action(async (title: string, options: ConversationOptions) => {
      const { renameThread } = await import('./thread-actions.js');
      await renameThread(title, options, createOutput(options));
    });
}

function createDeleteCommand(): Command {
  return newConversationCommand('delete', 'permanently delete a thread and its own threads')
    .argument('<id>', 'id of the thread')
    .option('--yes', 'skip the confirmation')
    .action(async (id: string, { yes = false, ...options }: ConversationOptions & { yes?: boolean }) => {
      const { deleteAfterAsking } = await import('./thread-actions.js');
      await deleteAfterAsking({ id, isAgreed: yes }, options, createOutput(options));
    });
}
