import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newConversationCommand, parseOffset, type ConversationOptions } from '../program/options.js';

export function createSwitchCommand(): Command {
  return newConversationCommand('switch', 'continue in another branch, after queued messages')
    .argument('<branch>', "number of the branch: 'threadline branches' lists them", parseOffset)
    .action(async (branch: number, options: ConversationOptions) => {
      const { withConversation } = await import('../system/open-conversation.js');
      await withConversation({ options, needsWorker: true }, async ({ conversation }) => {
        const receipt = await conversation.switchTo(branch);
        const { position } = receipt;
        const when = position === 0 ? '' : `, after ${position} queued`;
        createOutput(options).result(
          { conversationId: conversation.workflowId, branch, ...receipt },
          () => `The next message of '${conversation.workflowId}' continues in branch ${branch}${when}`,
        );
      });
    });
}
