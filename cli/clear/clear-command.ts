import type { Command } from 'commander';
import { newConversationCommand, type ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createClearCommand(): Command {
  return newConversationCommand(
    'clear',
    'start with a fresh context, after queued messages; nothing is deleted',
  ).action(async (options: ConversationOptions) => {
    const { withConversation } = await import('../system/open-conversation.js');
    await withConversation({ options, needsWorker: true }, async ({ conversation }) => {
      const receipt = await conversation.clear();
      createOutput(options).result({ conversationId: conversation.workflowId, ...receipt }, () =>
        [
          `The next message of '${conversation.workflowId}' starts with a fresh context`,
          receipt.position === 0 ? '' : `, after ${receipt.position} queued`,
        ].join(''),
      );
    });
  });
}
