import type { ModelMessage } from '@ai-sdk/provider-utils';
import { LEFT_RULES } from '../../../context/message/left.js';
import { spillLimit } from '../../../context/results/spill-limit.js';
import { DEFAULT_CONTEXT_SETTINGS } from '../../../context/plan/settings.js';
import { countMessageTokens } from '../../../models/counting/count-tokens.js';
import { countOnce, sumOnce } from './count-once.js';
import type { PlannedCase } from './plan-case.js';

export type PlanCheck = (planned: PlannedCase) => string | undefined;

export function spoken(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.filter(({ role }) => role !== 'system');
}

export const checkBudget: PlanCheck = ({ input, plan }) => {
  const { window, reserve, systemTokens, toolTokens, budget, tokens, messages, verdict } = plan;
  if (window - reserve - systemTokens - toolTokens !== budget) return 'the figures do not give the budget';
  if (verdict === 'cannot-fit') return messages.length === 0 ? undefined : 'cannot-fit has messages';
  if (tokens > budget) return `${tokens} tokens are over the budget of ${budget}`;
  const given = new Set(input.messages);
  const count = (message: ModelMessage): number =>
    given.has(message) ? countOnce(message) : countMessageTokens(message);
  const counted = spoken(messages).reduce((sum, message) => sum + count(message), 0);
  if (tokens !== counted) return `${tokens} tokens are told, ${counted} are sent`;
  const system = sumOnce(messages.filter(({ role }) => role === 'system'));
  return system === systemTokens ? undefined : `${systemTokens} system tokens are told, ${system} are sent`;
};

export const checkLeft: PlanCheck = ({ input, plan }) => {
  const tokensOf = new Map<number, number>();
  for (const { index, rule, tokens } of plan.left) {
    if (!Number.isInteger(index) || input.messages[index] === undefined)
      return `index ${index} is not a message's`;
    if (!LEFT_RULES.includes(rule)) return `rule '${rule}' is unknown`;
    if (!Number.isInteger(tokens) || tokens <= 0) return `${tokens} tokens are left of message ${index}`;
    tokensOf.set(index, (tokensOf.get(index) ?? 0) + tokens);
  }
  for (const [index, tokens] of tokensOf) {
    const message = input.messages[index] as ModelMessage;
    const all = countOnce(message);
    if (tokens > all) return `${tokens} tokens are left of message ${index}, which has ${all}`;
  }
  return undefined;
};

export const checkResults: PlanCheck = ({ input, plan }) => {
  if (!input.settings?.tools?.some(({ name }) => name === 'read_artifact'))
    return checkSpace({ input, plan });
  const limit = spillLimit({ window: plan.window, pct: DEFAULT_CONTEXT_SETTINGS.spillPct });
  const newest = plan.messages.findLastIndex(({ role }) => role === 'assistant');
  let newestTokens = 0;
  for (const [index, message] of plan.messages.entries()) {
    if (message.role !== 'tool') continue;
    for (const part of message.content) {
      if (part.type !== 'tool-result' || part.output.type === 'content') continue;
      const tokens = countMessageTokens({ role: 'tool', content: [part] }) - 4;
      if (tokens > limit) return `a tool result has ${tokens} tokens of ${limit}`;
      const isSmall = tokens <= 100 || JSON.stringify(part.output).includes('artifact:');
      if (index > newest && !isSmall) newestTokens += tokens;
    }
  }
  const isAnswered = plan.messages.findLastIndex(({ role }) => role === 'user') > newest;
  return plan.verdict !== 'cannot-fit' && !isAnswered && newestTokens > plan.budget / 2
    ? `the results of the newest step have ${newestTokens} tokens of ${plan.budget}`
    : undefined;
};

function checkSpace({ input, plan }: Pick<PlannedCase, 'input' | 'plan'>): string | undefined {
  const cut = plan.left.find(({ rule }) => rule === 'spilled' || rule === 'evicted');
  const repairs = input.messages.length * 120;
  const total =
    sumOnce(spoken(input.messages)) + repairs + plan.systemTokens + plan.toolTokens + plan.reserve;
  return cut !== undefined && total < plan.window * 0.95
    ? `cuts the results of message ${cut.index} though everything fits`
    : undefined;
}

export const checkCounts: PlanCheck = ({ input, counts }) => {
  if (counts.perMessage > 2) return `one message is counted ${counts.perMessage} times`;
  const parts = input.messages.reduce(
    (sum, { content }) => sum + 1 + (Array.isArray(content) ? content.length : 0),
    0,
  );
  return counts.all > 6 * parts + 30 ? `${counts.all} counts for ${parts} messages and parts` : undefined;
};
