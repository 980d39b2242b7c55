import type { SlashCommand } from './slash-command.js';

export const retryCommand: SlashCommand = {
  name: 'retry',
  help: 'say your last message again, which failed or was cancelled',
  async obey({ chat: { conversation }, argument }) {
    const turn = await conversation.retry(argument === '' ? undefined : argument);
    return { kind: 'follow', turn };
  },
};
