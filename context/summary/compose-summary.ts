import { wellFormed } from '../text/well-formed.js';
import { findChangedFacts } from './changed-facts.js';
import { cutAtTopic } from './cut-at-topic.js';
import type { Fact } from './fact.js';
import { factWeight, LASTING_WEIGHT } from './fact-weight.js';
import { findValues } from './find-values.js';
import { holdsValue, normalizeValue } from './normalize-value.js';
import { splitTopics, topicLabel } from './topics.js';

/** A list alone is not a summary, so prose gets at least this share. */
const PROSE_SHARE = 0.1;
/** Users' exact values may use this share even if the prose gets less. */
const STATED_SHARE = 0.5;
const STATED_WEIGHT = 0;
const MAX_ENTRIES = 2_000;
/** More rounds, because pieces counted apart overestimate their total. */
const FILL_ROUNDS = 4;

export interface ComposeSummaryInput {
  text: string;
  budget: number;
  facts: readonly Fact[];
  countText: (text: string) => number;
}

export interface ComposedSummary {
  text: string;
  tokens: number;
  checked: number;
  missing: Fact[];
  attached: Fact[];
  unattached: Fact[];
}

interface Entry {
  clause: string;
  tokens: number;
  weight: number;
  seq: number;
  facts: { fact: Fact; value: string }[];
}

/** Idempotent. Replaces the facts line with the most important facts. */
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

function toEntries({ ledger, given, countText }: ToEntriesInput): Entry[] {
  const entries = new Map<string, Entry>();
  const changes = describeChanges(ledger.map(({ fact }) => fact));
  for (const known of ledger) {
    const clause = (changes.get(known.fact) ?? known.fact.clause).replace(/\s+|;/g, ' ').trim();
    const key = normalizeValue(clause);
    const weight = weigh(known.fact);
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
  // More entries would never fit.
  const counted = sorted.slice(0, MAX_ENTRIES);
  for (const entry of counted) entry.tokens = countText(`; ${entry.clause}`);
  return counted;
}

const MAX_BEFORE = 12;

function describeChanges(facts: readonly Fact[]): Map<Fact, string> {
  const told = new Map<Fact, string>();
  for (const { newest, before } of findChangedFacts(facts)) {
    const values = [...new Set(before.map(({ value }) => value))].slice(0, MAX_BEFORE);
    const since =
      newest.atMs === undefined ? '' : `since ${new Date(newest.atMs).toISOString().slice(0, 10)}, `;
    const words = `${newest.clause} (${since}before: ${values.join(', ')})`;
    for (const fact of [newest, ...before]) told.set(fact, words);
  }
  return told;
}

function weigh(fact: Fact): number {
  if (fact.weight !== undefined) return fact.weight;
  const worth = findValues(fact.clause).find(({ value }) => value === fact.value)?.worth ?? 1;
  // The clause may lack the article of its sentence.
  const sentence = /^\p{Ll}/u.test(fact.clause) ? `The ${fact.clause}` : fact.clause;
  return factWeight({ sentence, value: fact.value, worth });
}

interface ChooseInput {
  topics: readonly string[];
  entries: readonly Entry[];
  budget: number;
  countText: (text: string) => number;
}

function chooseTopics({ topics, entries, budget, countText }: ChooseInput): string[] {
  const share = Math.floor(budget * PROSE_SHARE);
  const lasting = entries.filter(({ weight }) => weight >= LASTING_WEIGHT);
  const stated = entries.filter(({ weight }) => weight >= STATED_WEIGHT);
  const fitted = cutAtTopic({ text: topics.join('\n'), tokens: budget, countText });
  const kept = partSummary(fitted).topics;
  for (; kept.length > 0; kept.pop()) {
    const prose = kept.join('\n');
    const tokens = countText(prose);
    const needed = Math.max(
      countUnheld(lasting, prose),
      Math.min(budget * STATED_SHARE, countUnheld(stated, prose)),
    );
    if (tokens <= share || tokens + needed + countLabel(countText) <= budget) return kept;
  }
  const cut = (tokens: number): string[] =>
    partSummary(cutAtTopic({ text: fitted, tokens, countText })).topics;
  const listed = chooseEntries({ topics: cut(share), entries, budget, countText });
  const listTokens = listed.reduce((sum, { tokens }) => sum + tokens, countLabel(countText));
  return cut(Math.max(share, budget - listTokens));
}

function countUnheld(entries: readonly Entry[], prose: string): number {
  const held = normalizeValue(prose);
  return entries.reduce((sum, entry) => sum + (isHeld(entry, held) ? 0 : entry.tokens), 0);
}

function chooseEntries({ topics, entries, budget, countText }: ChooseInput): Entry[] {
  const prose = topics.join('\n');
  const held = normalizeValue(prose);
  const open = entries.filter((entry) => !isHeld(entry, held));
  const chosen = new Set<Entry>();
  const list = (): Entry[] => open.filter((entry) => chosen.has(entry));
  const tokens = (): number =>
    countText(joinSummary({ topics: [...topics], entries: list().map(({ clause }) => clause) }));
  let room = budget - countText(prose) - countLabel(countText);
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

/** Away from its clause's words, a short number may mean something else. */
function hasContext({ clause, value }: Fact, prose: string): boolean {
  const words = normalizeValue(clause.replace(value, ' ')).match(/\p{L}{4,}/gu) ?? [];
  return words.length === 0 || words.some((word) => holdsValue(prose, word));
}

function countLabel(countText: (text: string) => number): number {
  return countText(`\n${joinSummary({ topics: [], entries: [' '] })}`);
}

const FACTS_LABEL = topicLabel('Facts');
const FACTS_LINE = /^[\s*#>-]{0,12}\[Topic:\s{0,8}Facts\s{0,8}\]\**:?/i;

interface SummaryParts {
  topics: string[];
  entries: string[];
}

function partSummary(text: string): SummaryParts {
  const topics: string[] = [];
  const entries = new Set<string>();
  for (const topic of splitTopics(text)) {
    if (!FACTS_LINE.test(topic)) topics.push(topic);
    else for (const entry of topic.replace(FACTS_LINE, '').split(/;|\n/)) add(entry);
  }
  return { topics, entries: [...entries] };

  function add(entry: string): void {
    const clean = entry.replace(/^[\s*•-]{1,12}/, '').trim();
    if (clean !== '') entries.add(clean);
  }
}

function joinSummary({ topics, entries }: SummaryParts): string {
  const facts = entries.length === 0 ? [] : [`${FACTS_LABEL} ${entries.join('; ')}`];
  return [...topics, ...facts].join('\n');
}
