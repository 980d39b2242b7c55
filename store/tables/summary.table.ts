import type { ColumnType, Generated } from 'kysely';
import type { SummaryWay, SummaryStatus } from '../../views/summary.js';

export interface SummaryTable {
  conversation_id: number;
  branch: Generated<number>;
  ordinal: number;
  position: number;
  way: SummaryWay;
  status: SummaryStatus;
  reason: string | null;
  covers_from: number | null;
  covers_through: number | null;
  content: string | null;
  token_count: number | null;
  budget: number | null;
  facts_checked: number | null;
  /** Facts that were checked and were missing from the text. */
  facts_missing: number | null;
  facts_attached: number | null;
  model: string;
  input_tokens: Generated<number>;
  cached_input_tokens: Generated<number>;
  output_tokens: Generated<number>;
  cost: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Generated<Date>;
}

export interface SummaryFactTable {
  conversation_id: number;
  branch: Generated<number>;
  seq: number;
  ordinal: number;
  value: string;
  clause: string;
  weight: Generated<number>;
}
