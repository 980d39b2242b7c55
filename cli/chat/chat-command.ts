import type { Command } from 'commander';
import { newCommand } from '../program/new-command.js';
import { addConversationOptions, conversationKey, type ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

/** `threadline chat`: the chat alone, against a system that runs. */
export function chatCommand(): Command {
  return addConversationOptions(newCommand('chat', 'chat with a system that runs')).action(
    async (options: ConversationOptions) => {
      const { dataFile, readConfig } = await import('../../config.js');
      const { withClient } = await import('../system/open-client.js');
      const { requireWorker } = await import('../system/require-worker.js');
      const { runChat } = await import('./chat.js');
      const { createShutdown } = await import('../program/shutdown.js');
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
