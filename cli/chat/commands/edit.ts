import type { SlashCommand } from './slash-command.js';

const NEWEST_MESSAGES = 20;

export const editCommand: SlashCommand = {
  name: 'edit',
  help: 'edit your last message and send it again; the original stays in its branch',
  async obey({ chat: { conversation }, write }) {
    const { messages } = await conversation.history({ limit: NEWEST_MESSAGES });
    const last = messages.find(({ role, joined }) => role === 'user' && joined === null);
    if (!last) {
      write('There is no message to edit\n');
      return undefined;
    }
    const files = (last.attachments ?? []).map(({ ref, mediaType, name }) => ({
      type: 'file' as const,
      data: ref,
      mediaType,
      filename: name,
    }));
    return { kind: 'edit', turnId: last.turnId, text: last.text, files };
  },
};
