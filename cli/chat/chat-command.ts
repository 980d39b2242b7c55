import type { Command } from 'commander';
import { newConversationCommand, collectPaths, type ConversationOptions } from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createChatCommand(): Command {
  return newConversationCommand('chat', 'chat with a running system')
    .option('--attach <path>', 'attach an image or a file to the first message; repeatable', collectPaths)
    .action(async (options: ConversationOptions & { attach?: readonly string[] }) => {
      const { dataFile, readConfig } = await import('../../config.js');
      const { withConversation } = await import('../system/open-conversation.js');
      const { runChat } = await import('./run-chat.js');
      const { Shutdown } = await import('../program/shutdown.js');
      const config = readConfig();
      const { readAttachments } = await import('../input/read-attachment.js');
      const files = await readAttachments(options.attach);
      const shutdown = new Shutdown();
      process.exitCode = await withConversation({ config, options, needsWorker: true }, async (open) => {
        const { conversation, client } = open;
        return runChat({
          conversation,
          executions: client.executions,
          approvals: client.approvals,
          output: createOutput(options),
          shutdown,
          unfinished: [],
          whenSlow: 'is a worker running?',
          historyFile: dataFile(config, 'chat-history'),
          files,
        });
      });
    });
}
