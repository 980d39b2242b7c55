import { printable } from '../../format/printable.js';
import { readAttachment } from '../../input/read-attachment.js';
import type { SlashCommand } from './slash-command.js';

export const attachCommand: SlashCommand = {
  name: 'attach',
  argument: '<path>',
  help: 'attach an image or a file to your next message; repeatable',
  async obey({ chat: { files }, argument, write }) {
    if (argument === '') {
      write('Name the file to send: /attach cat.png\n');
      return undefined;
    }
    const file = await readAttachment(argument);
    files.push(file);
    write(`Attached to your next message: ${printable(file.filename ?? '')} (${files.length} in total)\n`);
    return undefined;
  },
};
