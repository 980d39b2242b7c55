import { wellFormed } from '../well-formed.js';
import { cutAtTopic } from './cut-at-topic.js';
import type { Fact } from './fact.js';
import { factWeight, LASTING_WEIGHT } from './fact-weight.js';
import { joinSummary, partSummary } from './facts-section.js';
import { findValues } from './find-values.js';
import { holdsValue, normalizeValue } from './normalize-value.js';

/** Of the budget, what a model's own words keep however many facts there are: a list alone tells no story. */
const PROSE_SHARE = 0.1;
const MOST_ENTRIES = 2_000;
/** Rounds of filling what was counted too high piece by piece. */
const FILL_ROUNDS = 4;

export interface ComposeSummaryInput {
  /** What the model wrote. */
  text: string;
  /** Tokens that the result may have. */
  budget: number;
  /** The ledger: the facts of all covered messages. */
  facts: readonly Fact[];
  countText: (text: string) => number;
}

/** A summary with its facts checked. */
export interface ComposedSummary {
  text: string;
  tokens: number;
  /** Facts that were looked for. */
  checked: number;
  /** Not in what the model wrote. */
  missing: Fact[];
  /** In the result by its facts' line only. */
  attached: Fact[];
  /** Not in the result: there was no room, or they were told in passing. */
  unattached: Fact[];
}

/** An entry of the facts' line, with the facts of the ledger that it holds; the model's own entries hold none. */
interface Entry {
  clause: string;
  tokens: number;
  weight: number;
  seq: number;
  facts: { fact: Fact; value: string }[];
}

/**
 * Makes a model's summary keep what is hard: facts of the ledger whose value its words do not have stand under
 * `[Topic: Facts]`, most important first, then newest. For facts that last, topics go from the end, down to a
 * share of the budget; what was told in passing only takes room that is left. Never over the budget; composing
 * the result again with the same ledger changes nothing.
 */
export function composeSummary({ text, budget, facts, countText }: ComposeSummaryInput): ComposedSummary {
  const { topics, entries: given } = partSummary(wellFormed(text));
  const ledger = facts.map((fact) => ({ fact, value: normalizeValue(fact.value) }));
  const entries = toEntries({ ledger, given, countText });
  const answer = normalizeValue(text);
  const missing = ledger.filter(({ value }) => !holdsValue(answer, value)).map(({ fact }) => fact);
  const prose = chooseTopics({ topics, entries, budget, countText });
  const chosen = chooseEntries({ topics: prose, entries, budget, countText });
  const result = joinSummary({ topics: prose, entries: chosen.map(({ clause }) => clause) });
  const normalProse = normalizeValue(prose.join('\n'));
  const normalResult = normalizeValue(result);
  return {
    text: result,
    tokens: countText(result),
    checked: facts.length,
    missing,
    attached: ledger
      .filter(({ value }) => !holdsValue(normalProse, value) && holdsValue(normalResult, value))
      .map(({ fact }) => fact),
    unattached: ledger.filter(({ value }) => !holdsValue(normalResult, value)).map(({ fact }) => fact),
  };
}

interface ToEntriesInput {
  ledger: readonly { fact: Fact; value: string }[];
  given: readonly string[];
  countText: (text: string) => number;
}

/** Facts of one clause are one entry; what the model listed itself stays unless it is a fact in other words. */
function toEntries({ ledger, given, countText }: ToEntriesInput): Entry[] {
  const entries = new Map<string, Entry>();
  for (const known of ledger) {
    const clause = known.fact.clause.replace(/\s+|;/g, ' ').trim();
    const key = normalizeValue(clause);
    const weight = weightOf(known.fact);
    const entry = entries.get(key) ?? { clause, tokens: -1, weight, seq: known.fact.seq, facts: [] };
    entry.weight = Math.max(entry.weight, weight);
    entry.seq = Math.max(entry.seq, known.fact.seq);
    entry.facts.push(known);
    entries.set(key, entry);
  }
  for (const clause of given) {
    const key = normalizeValue(clause);
    if (entries.has(key) || ledger.some(({ value }) => holdsValue(key, value))) continue;
    entries.set(key, { clause, tokens: -1, weight: LASTING_WEIGHT - 0.5, seq: 0, facts: [] });
  }
  const sorted = [...entries.values()].sort((one, other) => other.weight - one.weight || other.seq - one.seq);
  // More than can ever stand in a summary need not be counted.
  const counted = sorted.slice(0, MOST_ENTRIES);
  // With the semicolon that joins it to the next.
  for (const entry of counted) entry.tokens = countText(`; ${entry.clause}`);
  return counted;
}

function weightOf(fact: Fact): number {
  if (fact.weight !== undefined) return fact.weight;
  const worth = findValues(fact.clause).find(({ value }) => value === fact.value)?.worth ?? 1;
  // A clause has lost the article that its sentence may have opened with.
  const sentence = /^\p{Ll}/u.test(fact.clause) ? `The ${fact.clause}` : fact.clause;
  return factWeight({ sentence, value: fact.value, worth });
}

interface ChooseInput {
  topics: readonly string[];
  entries: readonly Entry[];
  budget: number;
  countText: (text: string) => number;
}

/** The most topics, from the first, beside which all lasting facts that they do not hold fit. */
function chooseTopics({ topics, entries, budget, countText }: ChooseInput): string[] {
  const share = Math.floor(budget * PROSE_SHARE);
  const lasting = entries.filter(({ weight }) => weight >= LASTING_WEIGHT);
  const fitted = cutAtTopic({ text: topics.join('\n'), tokens: budget, countText });
  const kept = partSummary(fitted).topics;
  for (; kept.length > 0; kept.pop()) {
    const prose = kept.join('\n');
    const tokens = countText(prose);
    const needed = tokensOf(lasting, prose);
    if (tokens <= share || tokens + needed + labelTokens(countText) <= budget) return kept;
  }
  return partSummary(cutAtTopic({ text: fitted, tokens: share, countText })).topics;
}

function tokensOf(entries: readonly Entry[], prose: string): number {
  const held = normalizeValue(prose);
  return entries.reduce((sum, entry) => sum + (isHeld(entry, held) ? 0 : entry.tokens), 0);
}

/** The entries that the topics do not hold, as many as fit, the most important first. */
function chooseEntries({ topics, entries, budget, countText }: ChooseInput): Entry[] {
  const prose = topics.join('\n');
  const held = normalizeValue(prose);
  const open = entries.filter((entry) => !isHeld(entry, held));
  const chosen = new Set<Entry>();
  const list = (): Entry[] => open.filter((entry) => chosen.has(entry));
  const tokens = (): number =>
    countText(joinSummary({ topics: [...topics], entries: list().map(({ clause }) => clause) }));
  let room = budget - countText(prose) - labelTokens(countText);
  // Pieces are fewer tokens together than one by one: what that leaves is filled in a next round.
  for (let round = 0; round < FILL_ROUNDS && room > 0; round += 1) {
    const before = chosen.size;
    for (const entry of open) {
      if (room <= 0) break;
      if (entry.tokens > room || chosen.has(entry)) continue;
      chosen.add(entry);
      room -= entry.tokens;
    }
    if (chosen.size === before) break;
    room = budget - tokens();
  }
  for (const entry of list().reverse()) {
    if (tokens() <= budget) break;
    chosen.delete(entry);
  }
  return list();
}

function isHeld({ clause, facts }: Entry, prose: string): boolean {
  if (facts.length === 0) return holdsValue(prose, normalizeValue(clause));
  return facts.every(
    ({ value, fact }) => holdsValue(prose, value) && (value.length > 3 || hasContext(fact, prose)),
  );
}

/** A short number may stand in a text as something else: a word of its clause must be there too. */
function hasContext({ clause, value }: Fact, prose: string): boolean {
  const words = normalizeValue(clause.replace(value, ' ')).match(/\p{L}{4,}/gu) ?? [];
  return words.length === 0 || words.some((word) => holdsValue(prose, word));
}

function labelTokens(countText: (text: string) => number): number {
  return countText(`\n${joinSummary({ topics: [], entries: [' '] })}`);
}
