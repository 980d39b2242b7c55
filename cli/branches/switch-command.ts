import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';
import {
  addConversationOptions,
  parseOffset,
  readConversationKey,
  type ConversationOptions,
} from '../program/options.js';

/** `threadline switch`: lets later messages go on with another branch. */
export function createSwitchCommand(): Command {
  return addConversationOptions(
    newCommand('switch', 'go on with another branch after the messages that wait; nothing is deleted'),
  )
    .argument('<branch>', "number of the branch: 'threadline branches' lists them", parseOffset)
    .action(async (branch: number, options: ConversationOptions) => {
      const { readConfig } = await import('../../config.js');
      const { withClient } = await import('../system/open-client.js');
      const { requireWorker } = await import('../system/require-worker.js');
      const config = readConfig();
      await withClient(config, async (client, system) => {
        await requireWorker(config, system);
        const conversation = client.conversation(readConversationKey(config, options));
        const receipt = await conversation.switchTo(branch);
        const { position } = receipt;
        const when = position === 0 ? '' : `, after ${position} that wait`;
        createOutput(options).result(
          { conversationId: conversation.workflowId, branch, ...receipt },
          () => `The next message of '${conversation.workflowId}' goes on with branch ${branch}${when}`,
        );
      });
    });
}
