import type { SlashCommand } from './slash-command.js';

export const dropCommand: SlashCommand = {
  name: 'drop',
  help: 'leave your last message, which failed or was cancelled, out of what the model is told from now on',
  async obey({ chat: { conversation }, argument, write }) {
    await conversation.drop(argument === '' ? undefined : argument);
    write('The message stays in the history, and is no longer sent; /retry says it again\n');
    return undefined;
  },
};
