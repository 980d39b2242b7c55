import type { ContextManifest } from '../manifest/manifest.js';
import { findRequestPlace } from '../sent/request-place.js';
import { SENT_KINDS, type SentItem } from '../sent/sent-kinds.js';
import type { TextWeights } from '../text/text-weights.js';
import type { ExplainRows } from '../sent/explain-rows.js';
import type {
  Arithmetic,
  ExplainedFact,
  ExplainedMessage,
  ExplainedRange,
  Explanation,
} from './explanation.js';
import { namePlace } from './name-place.js';
import { nameRange } from '../sent/name-range.js';
import { readManifest, type ReadableManifest } from './read-manifest.js';
import { windowSegments } from './window-segments.js';
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
  compacted: 'replaced by a summary, because the context was nearly full',
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

export function explainManifest(stored: unknown, rows: ExplainRows): Explanation {
  const manifest = readManifest(stored);
  const { current, policy, system, tools } = manifest;
  const messagesOf = manifest.sent.map((item) => explainItem(item, { manifest, rows }));
  const groups = current?.sent.map((item, at) => ({ item, messages: messagesOf[at] ?? [] })) ?? [];
  return {
    policy,
    isCurrentPolicy: current !== undefined,
    arithmetic: current ? toArithmetic(current) : null,
    segments: current ? windowSegments(current, groups) : [],
    system: system === null ? null : { hash: system, text: rows.texts.get(system) ?? '' },
    tools:
      tools === null
        ? null
        : { hash: tools, names: rows.toolNames.get(tools) ?? [], mayCall: current?.isToolless !== true },
    settings: current?.settings ?? null,
    insteadOf: current?.fallback?.after ?? null,
    output: explainOutput(manifest, rows),
    messages: messagesOf.flat(),
    facts: explainFacts(manifest, rows),
    left: manifest.left.map(toRange),
    warnings: [...(current?.warnings ?? []), ...missingRows(manifest, rows)],
  };
}

function explainFacts({ facts }: ReadableManifest, { trace }: ExplainRows): ExplainedFact[] {
  return facts.flatMap(([step, ordinal]) => {
    const row = trace.find((one) => one.step === step && one.ordinal === ordinal);
    return (row?.memories ?? []).map(({ kind, key }) => ({ kind, key, step, ordinal }));
  });
}

function explainOutput({ output }: ReadableManifest, { texts }: ExplainRows): Explanation['output'] {
  if (!output) return null;
  const { schema: hash, isSent = false } = output;
  return { hash, schema: texts.get(hash) ?? '', isSent };
}

function explainItem(
  item: SentItem,
  { manifest, rows }: { manifest: ReadableManifest; rows: ExplainRows },
): ExplainedMessage[] {
  const kind = SENT_KINDS[item.from];
  if (kind === undefined) return [];
  const isSpoken = manifest.current !== undefined && findRequestPlace(kind, manifest.current).role === 'user';
  const messages = kind.explain(item, { ...manifest, rows });
  const counted = manifest.textWeights ? spreadTokens(messages, item.tokens) : messages;
  return counted.map(({ place, role, ...rest }) => ({
    place,
    name: namePlace(place),
    role: isSpoken && role === 'system' ? 'user' : role,
    ...rest,
  }));
}

function toArithmetic(manifest: ContextManifest): Arithmetic {
  const { window, reserve, systemTokens, toolTokens, budget, tokens } = manifest;
  return {
    window,
    reserve,
    reserveFrom: manifest.reserveFrom ?? 'default',
    systemTokens,
    toolTokens,
    budget,
    tokens,
    free: budget - tokens,
    budgetShare: manifest.budgetShare ?? 1,
    tokenFactor: manifest.tokenFactor ?? 1,
    factorSource: manifest.factorSource ?? null,
    counted: manifest.counted ?? null,
    weighedClasses: listClasses(manifest.textWeights),
  };
}

function listClasses(weights: TextWeights = {}): (keyof TextWeights)[] {
  return Object.keys(weights) as (keyof TextWeights)[];
}

function toRange(range: ReadableManifest['left'][number]): ExplainedRange {
  return { ...range, name: nameRange(range), words: ruleWords(range.rule) };
}

function missingRows({ sent }: ReadableManifest, { thread }: ExplainRows): string[] {
  return sent.flatMap((item) => {
    if (item.from !== 'conversation') return [];
    const { from, first, last } = item;
    const stored = thread.filter(({ seq }) => seq >= first && seq <= last).length;
    const missing = last - first + 1 - stored;
    return missing <= 0
      ? []
      : [`${missing} of the sent ${nameRange({ from, first, last })} are no longer stored`];
  });
}

/** A manifest has corrected counts only per range, so each message gets its share. */
function spreadTokens<Message extends { tokens: number }>(
  messages: readonly Message[],
  total: number | undefined,
): readonly Message[] {
  const stored = messages.reduce((sum, { tokens }) => sum + tokens, 0);
  const extra = (total ?? stored) - stored;
  if (extra <= 0 || stored === 0) return messages;
  let before = 0;
  return messages.map((message) => {
    const share =
      Math.round((extra * (before + message.tokens)) / stored) - Math.round((extra * before) / stored);
    before += message.tokens;
    return { ...message, tokens: message.tokens + share };
  });
}

export function ruleWords(rule: string): string {
  return Object.hasOwn(RULE_WORDS, rule) ? RULE_WORDS[rule as LeftRule] : `by the rule '${rule}'`;
}
