import { nearSynonyms } from './near-synonyms.js';
import { findPeriods } from './period.js';
import type { NearSynonyms, Query, QueryTerm } from './query.js';
import { questionKind } from './question-kind.js';

export interface BuildQueryInput {
  lexemes: readonly string[];
  text: string;
  names: readonly string[];
  now: number;
  synonyms?: NearSynonyms;
}

const SYNONYM_WEIGHT = 0.5;
/** Weight of words that occur in most messages. */
const FRAME_WEIGHT = 0.3;
const WISH_WEIGHT = 0.6;
const TELLING_WEIGHT = 0.5;
/** MAX_WORDS and MAX_TERMS limit the cost of the index search. */
const MAX_WORDS = 64;
const MAX_TERMS = 400;

export function buildQuery({ lexemes, text, names, now, synonyms = nearSynonyms }: BuildQueryInput): Query {
  const named = findNamed(text, names);
  const words = [...new Set(lexemes)].filter((lexeme) => !named.some((name) => namesLexeme(name, lexeme)));
  const terms = new Map<string, QueryTerm>();
  const kept = words.slice(0, MAX_WORDS);
  kept.forEach((lexeme, group) =>
    terms.set(lexeme, { lexeme, weight: isFrameWord(lexeme) ? FRAME_WEIGHT : 1, group }),
  );
  for (const [group, word] of kept.entries())
    for (const { lexeme, similarity } of synonyms(word)) {
      const weight = similarity === 1 ? 1 : SYNONYM_WEIGHT * similarity;
      if (terms.size >= MAX_TERMS || (terms.get(lexeme)?.weight ?? 0) >= weight) continue;
      terms.set(lexeme, { lexeme, weight, group });
    }
  if (kept.length > 0) {
    addGroup(terms, { lexemes: wishWords(text), weight: WISH_WEIGHT });
    addGroup(terms, { lexemes: narrativeWords(text), weight: TELLING_WEIGHT, isNarrative: true });
  }
  return { terms: [...terms.values()], names: named, months: findPeriods(text, { now }) };
}

function addGroup(
  terms: Map<string, QueryTerm>,
  { lexemes, ...rest }: { lexemes: readonly string[] } & Pick<QueryTerm, 'weight' | 'isNarrative'>,
): void {
  const group = 1 + [...terms.values()].reduce((most, term) => Math.max(most, term.group), -1);
  for (const lexeme of lexemes) if (!terms.has(lexeme)) terms.set(lexeme, { lexeme, ...rest, group });
}

function findNamed(text: string, names: readonly string[]): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return names.filter((name) =>
    (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((part) => words.has(part)),
  );
}

const FRAME = new Set(
  'kind type sort mani much would could might may often mention accord describ specif recent thing also'.split(
    ' ',
  ),
);

function isFrameWord(lexeme: string): boolean {
  return FRAME.has(lexeme);
}

/** A longer ending makes a different word. */
const MAX_ENDING = 3;
/** A shorter stem would match too many names. */
const MIN_STEM = 3;

function namesLexeme(name: string, lexeme: string): boolean {
  return (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => isStem(lexeme, word));
}

function isStem(lexeme: string, word: string): boolean {
  if (lexeme === word) return true;
  if (lexeme.length < MIN_STEM || word.length - lexeme.length > MAX_ENDING) return false;
  // The stemmer turns a final `y` into `i`.
  return word.startsWith(lexeme) || (lexeme.endsWith('i') && word.startsWith(`${lexeme.slice(0, -1)}y`));
}

/** Questions about several messages rarely name their subject. */
const NARRATIVE_WORDS = (
  'first second third next last final anoth later begin began start finish done complet ' +
  'yesterday today tonight morn even week weekend monday tuesday wednesday thursday friday saturday sunday ' +
  'went got made took came bought wrote ran gave told met found lost won felt put brought built sent becam left paid chose ' +
  'drew spent set saw'
).split(' ');

function narrativeWords(text: string): readonly string[] {
  return questionKind(text) === 'many' ? NARRATIVE_WORDS : [];
}

/** Questions for advice rarely name the preference that matters. */
const WISHES =
  'prefer like love enjoy hate dislik rather sooner fond favourit favorit happier happiest better alway never whenev'.split(
    ' ',
  );

const ASKS = [
  /\b(?:should|shall|could|would|do|may|can) (?:I|we|you)\b/iu,
  /\b(?:for|to) (?:me|us)\b/iu,
  /\bshould\b/iu,
  /\b(?:my|our|your)\b.{1,200}\b(?:recommend|suggest|advice)/iu,
];
const MAX_CHARACTERS = 1_000;

function wishWords(text: string): readonly string[] {
  return text.length <= MAX_CHARACTERS && ASKS.some((pattern) => pattern.test(text)) ? WISHES : [];
}
