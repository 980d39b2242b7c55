import type { Command } from 'commander';
import { newCommand } from '../new-command.js';
import { addConversationOptions, conversationKey, type ConversationOptions } from '../options.js';
import { createOutput } from '../output.js';

/** `threadline chat`: the chat alone, against a system that runs. */
export function chatCommand(): Command {
  return addConversationOptions(newCommand('chat', 'chat with a system that runs')).action(
    async (options: ConversationOptions) => {
      const { dataFile, readConfig } = await import('../../config.js');
      const { withClient } = await import('../open-client.js');
      const { requireWorker } = await import('../require-worker.js');
      const { runChat } = await import('../chat/chat.js');
      const { createShutdown } = await import('../shutdown.js');
      const config = readConfig();
      const shutdown = createShutdown();
      process.exitCode = await withClient(config, async (client, system) => {
        await requireWorker(config, system);
        return runChat({
          conversation: client.conversation(conversationKey(config, options)),
          executions: client.executions,
          output: createOutput(options),
          shutdown,
          unfinished: [],
          historyFile: dataFile(config, 'chat-history'),
        });
      });
    },
  );
}
