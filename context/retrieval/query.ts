import type { Period } from './period.js';

export interface QueryTerm {
  readonly lexeme: string;
  readonly weight: number;
  readonly group: number;
  /** Counts only in chats whose assistant answers at length. */
  readonly isNarrative?: true;
}

export interface Query {
  readonly terms: readonly QueryTerm[];
  readonly names: readonly string[];
  readonly months: readonly Period[];
}

export interface NearSynonym {
  readonly lexeme: string;
  readonly similarity: number;
}

export type NearSynonyms = (lexeme: string) => readonly NearSynonym[];
