import { formatThreads } from '../../threads/format-threads.js';
import { ignoreNotFound } from '../../program/ignore-not-found.js';
import type { SlashCommand } from './slash-command.js';

export const threadsCommand: SlashCommand = {
  name: 'threads',
  help: 'list the threads of this conversation',
  isShowing: true,
  async obey({ chat: { conversation, output }, write }) {
    const tree = await conversation.threads().catch(ignoreNotFound);
    write(`${tree ? formatThreads(tree, output.style) : 'No messages yet'}\n`);
    return undefined;
  },
};
