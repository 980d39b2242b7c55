import type { Command } from 'commander';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { createOutput } from '../format/output.js';
import { newConversationCommand, type ConversationOptions } from '../program/options.js';

export function createRegenerateCommand(): Command {
  return newConversationCommand('regenerate', 'answer a message again in a new branch and print the answer')
    .argument('[turn]', 'turn id of the message, from `history --json`; default: the newest')
    .action(async (turnId: string | undefined, options: ConversationOptions) => {
      const { askAgain } = await import('../ask/ask.js');
      const output = createOutput(options);
      const again = (conversation: ConversationHandle) => conversation.regenerate(turnId);
      process.exitCode = await askAgain({ again, options, output });
    });
}
