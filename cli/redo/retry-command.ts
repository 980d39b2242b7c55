import type { Command } from 'commander';
import type { ConversationHandle } from '../../client/conversation/handle.js';
import { newConversationCommand, type ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createRetryCommand(): Command {
  return newConversationCommand(
    'retry',
    'send a failed, canceled or refused message again and print its answer',
  )
    .argument('[turn]', 'turn id of the message, from `history --json`; default: the newest')
    .action(async (turnId: string | undefined, options: ConversationOptions) => {
      const { askAgain } = await import('../ask/ask.js');
      const output = createOutput(options);
      const again = (conversation: ConversationHandle) => conversation.retry(turnId);
      process.exitCode = await askAgain({ again, options, output });
    });
}
