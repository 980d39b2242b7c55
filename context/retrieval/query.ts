import type { Period } from './period.js';

/** A lexeme that the index is searched for. */
export interface QueryTerm {
  /** As the index has it: stemmed, or a term of a run without spaces. */
  readonly lexeme: string;
  /** 1 for a word of the question; less for a near-synonym and for a word that says little. */
  readonly weight: number;
  /** Terms of one group come from the same word of the question: a passage counts the best of them. */
  readonly group: number;
  /** Whether the word tells that something happened: it counts where an assistant answers at length. */
  readonly isTelling?: true;
}

/** A question as the index and the ranking take it. */
export interface Query {
  readonly terms: readonly QueryTerm[];
  /** Speakers whom the question names, as the conversation writes their names; they are no terms. */
  readonly names: readonly string[];
  /** Times that the question names. */
  readonly months: readonly Period[];
}

/** A near-synonym of a lexeme, with how near it is: between 0 and 1. */
export interface NearSynonym {
  readonly lexeme: string;
  readonly similarity: number;
}

/** Finds the near-synonyms of a lexeme, nearest first; none for an unknown one. */
export type NearSynonyms = (lexeme: string) => readonly NearSynonym[];
