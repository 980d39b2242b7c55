import type { ColumnType, Generated } from 'kysely';

const SUMMARY_WAYS = ['inline', 'merge', 'summarize'] as const;
/** How a summary came to be: written with an answer, made of an older one and what came since, or made first. */
export type SummaryWay = (typeof SUMMARY_WAYS)[number];

/** `superseded`: another one was newer. `unusable`: what was answered is no summary. */
export type SummaryStatus = 'adopted' | 'superseded' | 'unusable' | 'failed';

export interface SummaryTable {
  conversation_id: number;
  /** Attempts in their order, from 1. */
  ordinal: number;
  /** The turn that it came with, or after. */
  position: number;
  way: SummaryWay;
  status: SummaryStatus;
  /** Why it was not adopted. */
  reason: string | null;
  /** It stands for the messages from here to `covers_through`. */
  covers_from: number | null;
  covers_through: number | null;
  content: string | null;
  token_count: number | null;
  /** Tokens it was allowed. */
  budget: number | null;
  facts_checked: number | null;
  /** Of the facts, those that what the model wrote did not hold. */
  facts_missing: number | null;
  /** Of the missing ones, those that were put back. */
  facts_attached: number | null;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost: ColumnType<string, string | undefined, string>;
  created_at: Generated<Date>;
}

export interface SummaryFactTable {
  conversation_id: number;
  /** The message that states it. */
  seq: number;
  ordinal: number;
  value: string;
  clause: string;
  /** What it is worth keeping, by how it was said. */
  weight: Generated<number>;
}
