import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newConversationCommand, type ConversationOptions } from '../program/options.js';

export function createBranchesCommand(): Command {
  return newConversationCommand(
    'branches',
    'list the branches from `regenerate` and `edit`, oldest first',
  ).action(async (options: ConversationOptions) => {
    const { withConversation } = await import('../system/open-conversation.js');
    const { formatBranches } = await import('./format-branches.js');
    const output = createOutput(options);
    await withConversation({ options }, async ({ conversation }) => {
      const branches = await conversation.branches();
      output.result({ branches }, () => formatBranches(branches, output.style));
    });
  });
}
