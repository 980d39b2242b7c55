import { formatExecutionTree } from '../../executions/format-execution-tree.js';
import { ignoreNotFound } from '../../program/ignore-not-found.js';
import type { SlashCommand } from './slash-command.js';

export const treeCommand: SlashCommand = {
  name: 'tree',
  help: 'show the executions of this conversation: status, duration, tokens, cost',
  isShowing: true,
  async obey({ chat: { conversation, executions, output }, write }) {
    const trees = (await executions.tree(conversation.workflowId).catch(ignoreNotFound)) ?? [];
    const text = trees.length === 0 ? 'Nothing has run yet' : formatExecutionTree(trees, output.style);
    write(`${output.style.bold(conversation.workflowId)}\n${text}\n`);
    return undefined;
  },
};
