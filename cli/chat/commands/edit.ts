import type { SlashCommand } from './slash-command.js';

/** Messages among which the user's last one is looked for. */
const NEWEST_MESSAGES = 20;

export const editCommand: SlashCommand = {
  name: 'edit',
  help: 'put your last message into the prompt, to be changed and said anew; what was said stays',
  async obey({ chat: { conversation }, write }) {
    const { messages } = await conversation.history({ limit: NEWEST_MESSAGES });
    const last = messages.find(({ role, joined }) => role === 'user' && joined === null);
    if (last !== undefined) return { kind: 'edit', text: last.text };
    write('There is no message to edit\n');
    return undefined;
  },
};
