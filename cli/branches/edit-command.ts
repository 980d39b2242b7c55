import type { Command } from 'commander';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { createOutput } from '../format/output.js';
import { newConversationCommand, collectPaths, type ConversationOptions } from '../program/options.js';

type EditOptions = ConversationOptions & { attach?: readonly string[] };

export function createEditCommand(): Command {
  return newConversationCommand('edit', 'replace a message in a new branch and print the answer')
    .argument('<turn>', 'turn id of the message to replace, from `history --json`')
    .argument('<text>', "the message; '-' reads it from standard input")
    .option('--attach <path>', 'attach an image or a file; repeatable', collectPaths)
    .action(async (turnId: string, argument: string, options: EditOptions) => {
      const { askAgain } = await import('../ask/ask.js');
      const { readAttachments } = await import('../input/read-attachment.js');
      const { readText, textSource } = await import('../input/read-text.js');
      const text = await readText(textSource(argument));
      const files = await readAttachments(options.attach);
      const message = files.length === 0 ? text : [{ type: 'text' as const, text }, ...files];
      const again = (conversation: ConversationHandle) => conversation.edit(turnId, message);
      const output = createOutput(options);
      process.exitCode = await askAgain({ again, options, output });
    });
}
