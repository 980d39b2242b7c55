import type { SlashCommand } from './slash-command.js';

export const clearCommand: SlashCommand = {
  name: 'clear',
  help: 'start with a fresh context; nothing is deleted',
  async obey({ chat: { conversation }, write }) {
    await conversation.clear();
    write('The next message starts with a fresh context; nothing was deleted\n');
    return undefined;
  },
};
