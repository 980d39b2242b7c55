import { wellFormed } from '../well-formed.js';
import { findChangedFacts } from './changed-facts.js';
import { cutAtTopic } from './cut-at-topic.js';
import type { Fact } from './fact.js';
import { factWeight, LASTING_WEIGHT } from './fact-weight.js';
import { findValues } from './find-values.js';
import { holdsValue, normalizeValue } from './normalize-value.js';
import { splitTopics, topicLabel } from './topics.js';

/** A model's own words keep this share of the budget however many facts there are: a list alone tells no story. */
const PROSE_SHARE = 0.1;
/** Exact things that users state, in passing too, have so much of the budget before a model's words, and any room that is left. */
const STATED_SHARE = 0.5;
const STATED_WEIGHT = 0;
const MOST_ENTRIES = 2_000;
/** Pieces counted one by one seem too large, so the room that is left is filled again, in so many rounds. */
const FILL_ROUNDS = 4;

export interface ComposeSummaryInput {
  /** The summary as the model wrote it. */
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
  /** Number of facts that were looked for. */
  checked: number;
  /** Facts that the model's text does not have. */
  missing: Fact[];
  /** Facts that the result has in its line of facts only. */
  attached: Fact[];
  /** Facts that the result does not have: there was no room, or they were told in passing. */
  unattached: Fact[];
}

/** An entry of the line of facts, with the facts of the ledger that it holds; the model's own entries hold none. */
interface Entry {
  clause: string;
  tokens: number;
  weight: number;
  seq: number;
  facts: { fact: Fact; value: string }[];
}

/**
 * Makes a model's summary keep the exact facts: those of the ledger whose value its words do not have are listed under
 * `[Topic: Facts]`, most important first, then newest. Topics are dropped from the end to make room for facts that last,
 * down to a share of the budget, and for those that users told in passing, down to half of it; any other only takes room
 * that is left. The result is never over the budget,
 * and composing it again with the same ledger changes nothing.
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

/**
 * Makes one entry of the facts of one clause, and of a fact that changed one with its values before; an entry that the model listed
 * stays unless it only rewords a fact.
 */
function toEntries({ ledger, given, countText }: ToEntriesInput): Entry[] {
  const entries = new Map<string, Entry>();
  const changes = tellChanges(ledger.map(({ fact }) => fact));
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
  // A summary never has room for more entries, so the others need not be counted.
  const counted = sorted.slice(0, MOST_ENTRIES);
  // Counted with the semicolon that joins an entry to the next.
  for (const entry of counted) entry.tokens = countText(`; ${entry.clause}`);
  return counted;
}

/** The older values that an entry tells of one thing. */
const MOST_BEFORE = 12;

/** The words for facts that changed, the same for all of one thing: the newest, since when, and what held before. */
function tellChanges(facts: readonly Fact[]): Map<Fact, string> {
  const told = new Map<Fact, string>();
  for (const { newest, before } of findChangedFacts(facts)) {
    const values = [...new Set(before.map(({ value }) => value))].slice(0, MOST_BEFORE);
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

/** Keeps as many topics, from the first, as leave room for all lasting facts that they do not hold. */
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
  // Of a first topic that is too long by itself as much stays as no fact needs.
  const listed = chooseEntries({ topics: cut(share), entries, budget, countText });
  const listTokens = listed.reduce((sum, { tokens }) => sum + tokens, countLabel(countText));
  return cut(Math.max(share, budget - listTokens));
}

function countUnheld(entries: readonly Entry[], prose: string): number {
  const held = normalizeValue(prose);
  return entries.reduce((sum, entry) => sum + (isHeld(entry, held) ? 0 : entry.tokens), 0);
}

/** Chooses the entries that the topics do not hold, as many as fit, the most important first. */
function chooseEntries({ topics, entries, budget, countText }: ChooseInput): Entry[] {
  const prose = topics.join('\n');
  const held = normalizeValue(prose);
  const open = entries.filter((entry) => !isHeld(entry, held));
  const chosen = new Set<Entry>();
  const list = (): Entry[] => open.filter((entry) => chosen.has(entry));
  const tokens = (): number =>
    countText(joinSummary({ topics: [...topics], entries: list().map(({ clause }) => clause) }));
  let room = budget - countText(prose) - countLabel(countText);
  // Pieces have fewer tokens together than one by one; the next round fills the difference.
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

/** Whether a word of the fact's clause stands in the text, too: a short number alone may mean something else there. */
function hasContext({ clause, value }: Fact, prose: string): boolean {
  const words = normalizeValue(clause.replace(value, ' ')).match(/\p{L}{4,}/gu) ?? [];
  return words.length === 0 || words.some((word) => holdsValue(prose, word));
}

function countLabel(countText: (text: string) => number): number {
  return countText(`\n${joinSummary({ topics: [], entries: [' '] })}`);
}

const FACTS_LABEL = topicLabel('Facts');
const FACTS_LINE = /^[\s*#>-]{0,12}\[Topic:\s{0,8}Facts\s{0,8}\]\**:?/i;

/** A summary parted into its topics and the entries of its facts. */
interface SummaryParts {
  topics: string[];
  entries: string[];
}

/** Parts a summary; several sections of facts become one list of entries, each once. */
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

/** Joins the parts of a summary: topics, then one line of facts, when there are any. */
function joinSummary({ topics, entries }: SummaryParts): string {
  const facts = entries.length === 0 ? [] : [`${FACTS_LABEL} ${entries.join('; ')}`];
  return [...topics, ...facts].join('\n');
}
