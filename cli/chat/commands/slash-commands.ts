import { attachCommand } from './attach.js';
import { approveCommand } from './approve.js';
import { cancelCommand } from './cancel.js';
import { clearCommand } from './clear.js';
import { editCommand } from './edit.js';
import { explainCommand } from './explain.js';
import { helpCommand } from './help.js';
import { historyCommand } from './history.js';
import { interruptCommand } from './interrupt.js';
import { dropCommand } from './drop.js';
import { modelCommand } from './model.js';
import { exitCommand, quitCommand } from './quit.js';
import { retryCommand } from './retry.js';
import type { SlashCommand } from './slash-command.js';
import { steerCommand } from './steer.js';
import { threadsCommand } from './threads.js';
import { treeCommand } from './tree.js';
import { usageCommand } from './usage.js';

export const SLASH_COMMANDS: readonly SlashCommand[] = [
  helpCommand,
  historyCommand,
  threadsCommand,
  treeCommand,
  explainCommand,
  attachCommand,
  modelCommand,
  usageCommand,
  approveCommand,
  editCommand,
  steerCommand,
  interruptCommand,
  cancelCommand,
  retryCommand,
  dropCommand,
  clearCommand,
  quitCommand,
  exitCommand,
];
