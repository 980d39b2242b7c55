import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import { newCommand } from '../program/new-command.js';
import { addConversationOptions, type ConversationOptions } from '../program/options.js';

export function createBranchesCommand(): Command {
  return addConversationOptions(
    newCommand('branches', 'list the branches from `regenerate` and `edit`, oldest first'),
  ).action(async (options: ConversationOptions) => {
    const { readConfig } = await import('../../config.js');
    const { withConversation } = await import('../system/open-conversation.js');
    const { formatBranches } = await import('./format-branches.js');
    const config = readConfig();
    const output = createOutput(options);
    await withConversation({ config, options }, async ({ conversation }) => {
      const branches = await conversation.branches();
      output.result({ branches }, () => formatBranches(branches, output.style));
    });
  });
}
