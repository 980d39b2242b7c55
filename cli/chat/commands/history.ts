import { formatHistory } from '../../history/format-history.js';
import type { SlashCommand } from './slash-command.js';

const DEFAULT_MESSAGES = 20;

export const historyCommand: SlashCommand = {
  name: 'history',
  argument: '[n]',
  help: `show the newest messages, ${DEFAULT_MESSAGES} without a number`,
  isShowing: true,
  async obey({ chat: { conversation, output }, argument, write }) {
    if (!/^\d{0,3}$/.test(argument)) throw new Error('Name a number: /history 50');
    const limit = Math.max(1, Math.min(Number(argument || DEFAULT_MESSAGES), 200));
    const { messages } = await conversation.history({ limit });
    write(`${formatHistory(messages, output.style)}\n`);
    return undefined;
  },
};
