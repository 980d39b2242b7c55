import type { LeftRule } from '../message/left.js';
import { EVICTION_TOKENS, FRESH_STEPS } from '../results/view-results.js';

const number = (value: number): string => value.toLocaleString('en-US');

export const RULE_WORDS: Readonly<Record<LeftRule, string>> = {
  window: 'older than the newest messages that are always sent, and no summary stands for it',
  budget: 'no room beside newer messages, in the budget or in the token limit of the history',
  hygiene:
    'never sent: thinking, empty parts, tool calls and results without each other, an answer without its question',
  cut: 'too long for its room: its beginning and its end are sent, with a marker between',
  placeholder: 'a long text, sent as a placeholder with its beginning',
  characters: 'the oldest of a history of too many characters',
  spilled: 'a tool result too large for the context: a pointer to where it is stored is sent instead',
  evicted: `an old tool result (over ${number(EVICTION_TOKENS)} tokens, at least ${FRESH_STEPS} steps ago), replaced by a pointer because the context needed the space`,
  compacted: 'covered by the summary of a compaction',
  cleared: 'from before the thread was cleared',
  'covered-by-summary': 'in the summary of the thread',
  standing:
    'asked for once and for all, but there is no room for more of such requests beside the newer ones',
  pictures: 'pictures for which the texts left no room: their names are sent',
  'no-pictures': 'pictures that the model does not accept: their names are sent',
  dropped: 'dropped by its user: restoring it sends it again',
  refused: 'the provider of the model refused it: a retry sends it again',
  retried: 'repeated by a later message',
  isolated: 'the inner steps of another agent: only their final answer is shared',
};

export function ruleWords(rule: string): string {
  return Object.hasOwn(RULE_WORDS, rule) ? RULE_WORDS[rule as LeftRule] : `by the rule '${rule}'`;
}
