import type { SlashCommand } from './slash-command.js';

export const retryCommand: SlashCommand = {
  name: 'retry',
  help: 'resend your last message after it failed or was canceled',
  async obey({ chat: { conversation }, argument }) {
    const turn = await conversation.retry(argument === '' ? undefined : argument);
    return { kind: 'follow', turn };
  },
};
