import type { LeftRule } from '../message/left.js';
import type { Explanation, LeftByRule, PlanFigures } from './explanation.js';

export function sumPlan({ arithmetic, segments, left }: Explanation): PlanFigures {
  const byRule = new Map<LeftRule, LeftByRule>();
  for (const { rule, words, count, tokens } of left) {
    const sum = byRule.get(rule) ?? { rule, words, messages: 0, tokens: 0 };
    sum.messages += count;
    sum.tokens += tokens;
    byRule.set(rule, sum);
  }
  const most = [...byRule.values()].sort((one, other) => other.tokens - one.tokens);
  return { arithmetic, segments, left: most };
}
