import type { Command } from 'commander';
import { createOutput } from '../format/output.js';
import {
  formatConversationOptions,
  newConversationCommand,
  type ConversationOptions,
} from '../program/options.js';

type ForkCommandOptions = ConversationOptions & { to?: string; for?: string };

export function createForkCommand(): Command {
  return newConversationCommand('fork', 'start another conversation from the messages up to a turn')
    .argument('<turn>', 'turn id of the last message to include, from `history --json`')
    .option('--to <channel>', 'channel of the new conversation; repeating the same fork is idempotent')
    .option('--for <user>', 'owner of the new conversation (default: the same user)')
    .action(async (at: string, options: ForkCommandOptions) => {
      const { withConversation } = await import('../system/open-conversation.js');
      await withConversation({ options }, async ({ conversation: source }) => {
        const { to: channel, for: user } = options;
        const fork = await source.fork({ at, channel, user });
        const [first] = await fork.branches();
        const { workflowId: conversationId } = fork;
        const messages = first?.beginsAfter ?? 0;
        const named = decodeURIComponent(conversationId.split('/').at(-1) ?? '');
        const { flow } = options;
        const place = { flow, user: user ?? options.user, channel: named };
        createOutput(options).result(
          { conversationId, forkedFrom: source.workflowId, at, channel: named, messages },
          () =>
            `'${conversationId}' starts with ${messages} ${messages === 1 ? 'message' : 'messages'} of '${source.workflowId}': continue with ${formatConversationOptions(place)}`,
        );
      });
    });
}
