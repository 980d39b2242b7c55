import type { SlashCommand } from './slash-command.js';

const NEWEST_MESSAGES = 20;

export const editCommand: SlashCommand = {
  name: 'edit',
  help: 'edit your last message and send it again; the original stays in its branch',
  async obey({ chat: { conversation }, write }) {
    const { messages } = await conversation.history({ limit: NEWEST_MESSAGES });
    const last = messages.find(({ role, joined }) => role === 'user' && joined === null);
    if (last) return { kind: 'edit', text: last.text };
    write('There is no message to edit\n');
    return undefined;
  },
};
