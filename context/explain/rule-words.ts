import type { LeftRule } from '../message/left.js';
import { EVICTION_TOKENS, FRESH_STEPS } from '../results/view-results.js';

const number = (value: number): string => value.toLocaleString('en-US');

export const RULE_WORDS: Readonly<Record<LeftRule, string>> = {
  window: 'older than the newest messages that are always sent, and not covered by a summary',
  budget: 'no room beside newer messages, in the budget or in the token limit of the history',
  hygiene:
    'never sent: thinking, empty parts, a tool call without a result or a result without a call, an answer without its question',
  cut: 'too long for its room: its beginning and its end are sent, with a marker in between',
  placeholder: 'a long text, sent as a placeholder with its beginning',
  characters: 'among the oldest of a history with too many characters',
  spilled: 'a tool result too large for the context: a pointer to where it is stored is sent instead',
  evicted: `an old tool result (over ${number(EVICTION_TOKENS)} tokens, at least ${FRESH_STEPS} steps ago), replaced by a pointer because the context needed the space`,
  compacted: 'covered by the summary of a compaction',
  cleared: 'from before the thread was cleared',
  'covered-by-summary': 'in the summary of the thread',
  standing: 'a standing request for which newer standing requests leave no room',
  images: 'images for which the texts left no room: their names are sent',
  'no-images': 'images that the model does not accept: their names are sent',
  dropped: 'dropped by its user: restore it to send it again',
  refused: 'refused by the provider of the model: retry it to send it again',
  retried: 'repeated by a later message',
  isolated: 'the inner steps of another agent: only their final answer is shared',
};

export function ruleWords(rule: string): string {
  return Object.hasOwn(RULE_WORDS, rule) ? RULE_WORDS[rule as LeftRule] : `by the rule '${rule}'`;
}
