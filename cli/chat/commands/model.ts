import { formatCost, formatTokens } from '../../format/format-values.js';
import { formatTable } from '../../format/format-table.js';
import { oneLine } from '../../format/printable.js';
import { CommandError } from '../../program/command-error.js';
import { ignoreNotFound } from '../../program/ignore-not-found.js';
import type { SlashCommand } from './slash-command.js';

export const modelCommand: SlashCommand = {
  name: 'model',
  help: 'show the models that the last turn called, by node',
  isShowing: true,
  async obey({ chat: { conversation, executions, output }, argument, write }) {
    if (argument !== '')
      throw new CommandError(
        `A chat uses the models of its flow, so '${oneLine(argument)}' cannot be set here: set it in the flow's nodes, or as THREADLINE_MODEL for the default assistant. 'threadline retry-call --model' tries a model on a stored call`,
      );
    const turns = (await executions.tree(conversation.workflowId).catch(ignoreNotFound)) ?? [];
    const last = turns.at(-1);
    const calls = last ? await executions.calls(last.executionId) : [];
    const table = formatTable({ rows: calls, style: output.style }, [
      { header: 'NODE', value: ({ nodeId }) => nodeId },
      { header: 'MODEL', value: ({ model }) => model },
      { header: 'TOKENS', value: (call) => formatTokens(call) },
      { header: 'COST', align: 'right', value: ({ cost }) => formatCost(cost) },
    ]);
    write(calls.length === 0 ? 'No model was called yet\n' : `${table}\n`);
    return undefined;
  },
};
