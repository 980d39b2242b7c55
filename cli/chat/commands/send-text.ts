import type { QueueJump } from '../../../protocol/while-running.js';
import type { AfterCommand, SlashCommandCall } from './slash-command.js';

export function sendText({ argument, write }: SlashCommandCall, whileRunning: QueueJump): AfterCommand {
  if (argument !== '') return { kind: 'send', text: argument, whileRunning };
  write(`Add a message: /${whileRunning} In metres, please.\n`);
  return undefined;
}
