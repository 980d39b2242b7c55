import type { SlashCommand } from './slash-command.js';

export const dropCommand: SlashCommand = {
  name: 'drop',
  help: 'hide your last failed or canceled message from later model calls',
  async obey({ chat: { conversation }, argument, write }) {
    await conversation.drop(argument === '' ? undefined : argument);
    write('The message stays in the history but is no longer sent to models; /retry sends it again\n');
    return undefined;
  },
};
