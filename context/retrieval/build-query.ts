import { nearSynonyms } from './near-synonyms.js';
import { findPeriods } from './period.js';
import type { NearSynonyms, Query, QueryTerm } from './query.js';
import { questionKind } from './question-kind.js';

export interface BuildQueryInput {
  /** The question's lexemes as the index makes them: stemmed, without stop words; a repeated one counts once. */
  lexemes: readonly string[];
  /** The question as it was asked. */
  text: string;
  /** The names of the known speakers. */
  names: readonly string[];
  /** When it is asked, in milliseconds. */
  now: number;
  /** Default: those of everyday English. */
  synonyms?: NearSynonyms;
}

/** A near-synonym counts half of its nearness, so that the question's own words come first. */
const SYNONYM_WEIGHT = 0.5;
/** Words like `kind` and `many` stand in any talk and find nothing by themselves. */
const FRAME_WEIGHT = 0.3;
/** A wish counts less than the matter that it is about. */
const WISH_WEIGHT = 0.6;
/** That something happened says less about it than its name. */
const TELLING_WEIGHT = 0.5;
/** A question has fewer words. Of a pasted text only the first are used, so that the index answers in time. */
const MAX_WORDS = 64;
const MAX_TERMS = 400;

/** Makes the query for a question: its words without the speakers' names, their near-synonyms, the times it names. */
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
      // Another form of the word counts as the word itself.
      const weight = similarity === 1 ? 1 : SYNONYM_WEIGHT * similarity;
      if (terms.size >= MAX_TERMS || (terms.get(lexeme)?.weight ?? 0) >= weight) continue;
      terms.set(lexeme, { lexeme, weight, group });
    }
  if (kept.length > 0) {
    addGroup(terms, { lexemes: wishWords(text), weight: WISH_WEIGHT });
    addGroup(terms, { lexemes: tellingWords(text), weight: TELLING_WEIGHT, isTelling: true });
  }
  return { terms: [...terms.values()], names: named, months: findPeriods(text, { now }) };
}

/** Adds words as one group: a message that tells one wish in two words tells no more than another. */
function addGroup(
  terms: Map<string, QueryTerm>,
  { lexemes, ...told }: { lexemes: readonly string[] } & Pick<QueryTerm, 'weight' | 'isTelling'>,
): void {
  const group = 1 + [...terms.values()].reduce((most, term) => Math.max(most, term.group), -1);
  for (const lexeme of lexemes) if (!terms.has(lexeme)) terms.set(lexeme, { lexeme, ...told, group });
}

/** Finds the speakers whom the text names, by any word of their name. */
function findNamed(text: string, names: readonly string[]): string[] {
  const words = new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return names.filter((name) =>
    (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((part) => words.has(part)),
  );
}

/** Stems of words that frame a question, whatever it is about: `what kind of`, `how many`, `did she mention`. */
const FRAME = new Set(
  'kind type sort mani much would could might may often mention accord describ specif recent thing also'.split(
    ' ',
  ),
);

/** Whether a lexeme frames a question more than it says what is asked for. */
function isFrameWord(lexeme: string): boolean {
  return FRAME.has(lexeme);
}

/** A stem that is shorter than the word by more characters is another word's. */
const MAX_ENDING = 3;
/** A shorter stem begins too many names. */
const MIN_STEM = 3;

/** Whether a lexeme is the stem of a word of the name: `carolin` of Caroline, `emili` of Emily. */
function namesLexeme(name: string, lexeme: string): boolean {
  return (name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => isStem(lexeme, word));
}

function isStem(lexeme: string, word: string): boolean {
  if (lexeme === word) return true;
  if (lexeme.length < MIN_STEM || word.length - lexeme.length > MAX_ENDING) return false;
  // The stemmer writes an `i` for a last `y`.
  return word.startsWith(lexeme) || (lexeme.endsWith('i') && word.startsWith(`${lexeme.slice(0, -1)}y`));
}

/**
 * The stems of words by which people tell what happened, one thing after another: places in an order, days, and the
 * irregular pasts that everybody uses. A question for many messages names the matter once, and hardly any of its parts.
 */
const TELLING = (
  'first second third next last final anoth later begin began start finish done complet ' +
  'yesterday today tonight morn even week weekend monday tuesday wednesday thursday friday saturday sunday ' +
  'went got made took came bought wrote ran gave told met found lost won felt put brought built sent becam left paid chose ' +
  'drew spent set saw'
).split(' ');

/** Lists the words by which the parts of what a question asks would be told; none where it asks for one thing. */
function tellingWords(text: string): readonly string[] {
  return questionKind(text) === 'many' ? TELLING : [];
}

/**
 * The stems of words by which people say what they want and how they want it. A question for advice or for a piece of work
 * names the matter, hardly ever the wish that the answer should keep to.
 */
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
/** A question is short; a pasted text is no question for advice. */
const MOST_CHARACTERS = 1_000;

/** Lists the words by which a wish for what a question asks would be told; none where it asks for no advice or work. */
function wishWords(text: string): readonly string[] {
  return text.length <= MOST_CHARACTERS && ASKS.some((pattern) => pattern.test(text)) ? WISHES : [];
}
