import { formatThreads } from '../../threads/format-threads.js';
import type { SlashCommand } from './slash-command.js';

export const threadsCommand: SlashCommand = {
  name: 'threads',
  help: 'list the threads of this conversation',
  isShowing: true,
  async obey({ chat: { conversation, output }, write }) {
    write(`${formatThreads(await conversation.threads(), output.style)}\n`);
    return undefined;
  },
};
