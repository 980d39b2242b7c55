import { attachCommand } from './attach.js';
import { cancelCommand } from './cancel.js';
import { clearCommand } from './clear.js';
import { explainCommand } from './explain.js';
import { helpCommand } from './help.js';
import { interruptCommand } from './interrupt.js';
import { dropCommand } from './drop.js';
import { exitCommand, quitCommand } from './quit.js';
import { retryCommand } from './retry.js';
import type { SlashCommand } from './slash-command.js';
import { steerCommand } from './steer.js';
import { treeCommand } from './tree.js';

/** The commands of the chat, in the order of `/help`. */
export const SLASH_COMMANDS: readonly SlashCommand[] = [
  helpCommand,
  treeCommand,
  explainCommand,
  attachCommand,
  steerCommand,
  interruptCommand,
  cancelCommand,
  retryCommand,
  dropCommand,
  clearCommand,
  quitCommand,
  exitCommand,
];
