import type { ColumnType, Generated } from 'kysely';

/**
 * How a summary was made: written with an answer, updated from an older summary, written for the first time, or written
 * for threads that hang on an older message; such a one stands beside the conversation's own. `fork`: the copy of one that was
 * made in the conversation which a fork comes from.
 */
export type SummaryWay = 'inline' | 'merge' | 'summarize' | 'thread' | 'fork';

/** `superseded`: a newer summary was adopted first. `unusable`: the model's answer was no summary. */
export type SummaryStatus = 'adopted' | 'superseded' | 'unusable' | 'failed';

export interface SummaryTable {
  conversation_id: number;
  /** The branch that it was made in. */
  branch: Generated<number>;
  /** Number of the attempt, from 1. */
  ordinal: number;
  /** The turn with which, or after which, it was made. */
  position: number;
  way: SummaryWay;
  status: SummaryStatus;
  /** Why it was not adopted. */
  reason: string | null;
  /** The first of the messages that it covers, up to `covers_through`. */
  covers_from: number | null;
  covers_through: number | null;
  content: string | null;
  token_count: number | null;
  /** Its token limit. */
  budget: number | null;
  facts_checked: number | null;
  /** The number of checked facts that the model's text lacked. */
  facts_missing: number | null;
  /** The number of missing facts that were put back. */
  facts_attached: number | null;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  /** USD; null: the model's price is not known. */
  cost: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}

export interface SummaryFactTable {
  conversation_id: number;
  /** The branch that it was made in. */
  branch: Generated<number>;
  /** Place of the message that states the fact. */
  seq: number;
  ordinal: number;
  value: string;
  clause: string;
  /** How much the fact is worth keeping, judged by the way it was said. */
  weight: Generated<number>;
}
