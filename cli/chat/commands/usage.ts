import type { ExecutionTree } from '../../../views/execution.js';
import type { SummaryPage } from '../../../views/summary.js';
import { formatFacts } from '../../format/format-table.js';
import { describeTotalCost, formatTokens } from '../../format/format-values.js';
import { ignoreNotFound } from '../../program/ignore-not-found.js';
import type { SlashCommand } from './slash-command.js';

export const usageCommand: SlashCommand = {
  name: 'usage',
  help: 'show the tokens and cost of the last turn, the newest fifty, and the work after turns',
  isShowing: true,
  async obey({ chat: { conversation, executions, output }, write }) {
    const turns = (await executions.tree(conversation.workflowId).catch(ignoreNotFound)) ?? [];
    const last = turns.at(-1);
    const { usage } = await conversation.summaries({ limit: 1 });
    const facts: [string, string][] = [
      ['Last turn', last ? describeUsage([last]) : ''],
      [`${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}`, describeUsage(turns)],
      ...listLaterUsage(usage),
    ];
    write(last ? `${formatFacts(facts, output.style)}\n` : 'Nothing has run yet\n');
    return undefined;
  },
};

export function listLaterUsage(usage: SummaryPage['usage']): [string, string][] {
  const described = usage.filter(({ way }) => way === 'descriptions');
  const summarized = usage.filter(({ way }) => way !== 'descriptions' && way !== 'inline' && way !== 'fork');
  const groups = [
    ['Summaries', summarized],
    ['Descriptions', described],
  ] as const;
  return groups
    .filter(([, ways]) => ways.length > 0)
    .map(([name, ways]) => [name, describeUsage(ways.map((way) => ({ ...way, modelCalls: way.attempts })))]);
}

type Usage = Pick<ExecutionTree, 'modelCalls' | 'inputTokens' | 'outputTokens' | 'cost' | 'unpricedCalls'>;

export function describeUsage(executions: readonly Usage[]): string {
  const sum = (count: (usage: Usage) => number): number =>
    executions.reduce((total, usage) => total + count(usage), 0);
  const calls = sum(({ modelCalls }) => modelCalls);
  const inputTokens = sum((usage) => usage.inputTokens);
  const outputTokens = sum((usage) => usage.outputTokens);
  const unpricedCalls = sum((usage) => usage.unpricedCalls);
  const known = sum((usage) => Number(usage.cost ?? 0));
  const cost = unpricedCalls > 0 && known === 0 ? null : known.toFixed(6);
  const called = `${calls} ${calls === 1 ? 'call' : 'calls'}`;
  return `${called}, tokens ${formatTokens({ inputTokens, outputTokens })}, ${describeTotalCost({ cost, unpricedCalls })}`;
}
