import type { Command } from 'commander';
import { newConversationCommand, type ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createDropCommand(): Command {
  return newConversationCommand('drop', 'hide a failed, canceled or refused message from later turns')
    .argument('[turn]', 'turn id of the message, from `history --json`; default: the newest')
    .option('--restore', 'show the message to later turns again')
    .action(async (turnId: string | undefined, options: ConversationOptions & { restore?: true }) => {
      const { withConversation } = await import('../system/open-conversation.js');
      await withConversation({ options, needsWorker: true }, async ({ conversation }) => {
        const { restore } = options;
        const result = await (restore ? conversation.restore(turnId) : conversation.drop(turnId));
        createOutput(options).result({ conversationId: conversation.workflowId, ...result }, () =>
          restore
            ? `Later turns see the message of turn '${result.turnId}' again`
            : `Later turns do not see the message of turn '${result.turnId}'; it stays in the history`,
        );
      });
    });
}
