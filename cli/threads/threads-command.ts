import type { Command } from 'commander';
import { newCommand, newGroup } from '../program/new-command.js';
import { addConversationOptions, offset, wholeNumber, type ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

/** `threadline threads`: what hangs on the messages of a conversation. */
export function threadsCommand(): Command {
  return newGroup(
    'threads',
    'open, list, show, flatten, merge, rename and delete the threads of a conversation',
  )
    .addCommand(listCommand())
    .addCommand(openCommand())
    .addCommand(showCommand())
    .addCommand(flattenCommand())
    .addCommand(mergeCommand())
    .addCommand(renameCommand())
    .addCommand(deleteCommand());
}

/** With --thread a command is of that thread and what hangs on it. */
function threadsSubcommand(name: string, description: string): Command {
  return addConversationOptions(newCommand(name, description));
}

function listCommand(): Command {
  return threadsSubcommand('list', 'list a conversation and its threads as a tree').action(
    async (options: ConversationOptions) => {
      const { listThreads } = await import('./threads.js');
      await listThreads(options, createOutput(options));
    },
  );
}

interface OpenOptions extends ConversationOptions {
  start?: number;
  end?: number;
  id?: string;
}

function openCommand(): Command {
  return threadsSubcommand('open', 'open a thread on a message, or on a part of it')
    .argument(
      '<message>',
      "the message's number: what 'threadline history' shows as #3 is 3",
      wholeNumber(1e9),
    )
    .option('--start <n>', 'where the text it is about begins, in UTF-16 units from 0', offset)
    .option('--end <n>', 'where it ends, the last one not included', offset)
    .option('--id <id>', 'opening the same id again is opening it once (default: a new one)')
    .action(async (message: number, { start, end, id, ...options }: OpenOptions) => {
      const { openThread } = await import('./threads.js');
      const anchor = {
        message,
        ...(start !== undefined && { start }),
        ...(end !== undefined && { end }),
        ...(id !== undefined && { id }),
      };
      await openThread(anchor, options, createOutput(options));
    });
}

function showCommand(): Command {
  return threadsSubcommand('show', 'show where a thread hangs and what was said in it')
    .argument('<id>', 'id of the thread')
    .action(async (id: string, options: ConversationOptions) => {
      const { showThread } = await import('./threads.js');
      await showThread(id, options, createOutput(options));
    });
}

function flattenCommand(): Command {
  return threadsSubcommand(
    'flatten',
    'print all messages in one list, threads right after the message they hang on',
  ).action(async (options: ConversationOptions) => {
    const { flattenThreads } = await import('./threads.js');
    await flattenThreads(options, createOutput(options));
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

function mergeCommand(): Command {
  return threadsSubcommand('merge', 'make one text of a conversation and its threads')
    .option('--format <format>', 'what kind of text', 'free')
    .option('--instruction <text>', 'what a custom one is to be')
    .option('--model <id>', 'who merges, as provider:model (default: the model that last answered in it)')
    .option('--id <id>', 'makes merging it again the same execution (default: a new one)')
    .addHelpText('after', MERGE_HELP)
    .action(async ({ format, instruction, model, id, ...options }: MergeCommandOptions) => {
      const { mergeThreads } = await import('./threads.js');
      const merge = {
        ...(format !== undefined && { format }),
        ...(instruction !== undefined && { instruction }),
        ...(model !== undefined && { model }),
        ...(id !== undefined && { id }),
      };
      await mergeThreads(merge, options, createOutput(options));
    });
}

function renameCommand(): Command {
  return threadsSubcommand('rename', 'give a conversation, or with --thread a thread, a title')
    .argument('<title>', 'at most 200 characters of it are kept, on one line')
    .action(async (title: string, options: ConversationOptions) => {
      const { renameThread } = await import('./threads.js');
      await renameThread(title, options, createOutput(options));
    });
}

function deleteCommand(): Command {
  return threadsSubcommand('delete', 'delete a thread and all that hangs on it; it cannot be undone')
    .argument('<id>', 'id of the thread')
    .option('--yes', 'do not ask')
    .action(async (id: string, { yes = false, ...options }: ConversationOptions & { yes?: boolean }) => {
      const { deleteThread } = await import('./threads.js');
      await deleteThread({ id, isAgreed: yes }, options, createOutput(options));
    });
}
