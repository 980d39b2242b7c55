import type { LeftRule } from '../left.js';
import type { Arithmetic, Explanation, Segment } from './explanation.js';

/** A plan in numbers, all in tokens of its model. */
export interface PlanFigures {
  /** Null: the plan kept no arithmetic. */
  arithmetic: Arithmetic | null;
  /** Tokens by kind, which sum to the window exactly. */
  segments: Segment[];
  left: LeftByRule[];
}

/** The messages that one rule leaves out, wholly or in part. */
export interface LeftByRule {
  rule: LeftRule;
  /** The rule in words. */
  words: string;
  messages: number;
  /** Tokens that are not sent. */
  tokens: number;
}

/** Sums what an explanation tells: tokens by kind, and what is left out by rule, the rule that leaves out most first. */
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
