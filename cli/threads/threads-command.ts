import type { Command } from 'commander';
import { newCommand, newGroup } from '../program/new-command.js';
import {
  addConversationOptions,
  parseOffset,
  parseWholeNumber,
  type ConversationOptions,
} from '../program/options.js';
import { createOutput } from '../format/output.js';

/** `threadline threads`: the threads that hang on the messages of a conversation. */
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

/** Makes a command on a conversation; with --thread on that thread and the threads below it. */
function newThreadsCommand(name: string, description: string): Command {
  return addConversationOptions(newCommand(name, description));
}

function createListCommand(): Command {
  return newThreadsCommand('list', 'list a conversation and its threads as a tree').action(
    async (options: ConversationOptions) => {
      const { showThreads } = await import('./threads.js');
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
  return newThreadsCommand('open', 'open a thread on a message, or on a part of it')
    .argument(
      '<message>',
      "the message's number: what 'threadline history' shows as #3 is 3",
      parseWholeNumber(1e9),
    )
    .option('--start <n>', 'where the text it is about begins, in UTF-16 units from 0', parseOffset)
    .option('--end <n>', 'where it ends, the last one not included', parseOffset)
    .option('--id <id>', 'opening the same id again is opening it once (default: a new one)')
    .action(async (message: number, { start, end, id, ...options }: OpenOptions) => {
      const { openThreadOn } = await import('./threads.js');
      await openThreadOn({ message, start, end, id }, options, createOutput(options));
    });
}

function createShowCommand(): Command {
  return newThreadsCommand('show', 'show where a thread hangs and what was said in it')
    .argument('<id>', 'id of the thread')
    .action(async (id: string, options: ConversationOptions) => {
      const { showThread } = await import('./threads.js');
      await showThread(id, options, createOutput(options));
    });
}

function createFlattenCommand(): Command {
  return newThreadsCommand(
    'flatten',
    'print all messages in one list, threads right after the message they hang on',
  ).action(async (options: ConversationOptions) => {
    const { showFlattened } = await import('./threads.js');
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
Formats: free (as is any other word), bullets, structured, custom (what --instruction says), transcript (without a
model). All but the transcript are an execution of its own: 'threadline executions show' and 'explain' know it.`;

function createMergeCommand(): Command {
  return newThreadsCommand('merge', 'make one text of a conversation and its threads')
    .option('--format <format>', 'what kind of text', 'free')
    .option('--instruction <text>', 'what a custom one is to be')
    .option('--model <id>', 'who merges, as provider:model (default: the model that last answered in it)')
    .option('--id <id>', 'makes merging it again the same execution (default: a new one)')
    .addHelpText('after', MERGE_HELP)
    .action(async ({ format, instruction, model, id, ...options }: MergeCommandOptions) => {
      const { showMerged } = await import('./threads.js');
      await showMerged({ format, instruction, model, id }, options, createOutput(options));
    });
}

function createRenameCommand(): Command {
  return newThreadsCommand('rename', 'give a conversation, or with --thread a thread, a title')
    .argument('<title>', 'at most 200 characters of it are kept, on one line')
    .action(async (title: string, options: ConversationOptions) => {
      const { renameThread } = await import('./threads.js');
      await renameThread(title, options, createOutput(options));
    });
}

function createDeleteCommand(): Command {
  return newThreadsCommand('delete', 'delete a thread and all that hangs on it; it cannot be undone')
    .argument('<id>', 'id of the thread')
    .option('--yes', 'do not ask')
    .action(async (id: string, { yes = false, ...options }: ConversationOptions & { yes?: boolean }) => {
      const { deleteAfterAsking } = await import('./threads.js');
      await deleteAfterAsking({ id, isAgreed: yes }, options, createOutput(options));
    });
}
