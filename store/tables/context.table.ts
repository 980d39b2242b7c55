import type { ColumnType, Generated } from 'kysely';

/** A numeric: a decimal string going in and out. */
type Decimal = ColumnType<string, string | undefined, string>;

export interface ArtifactTable {
  execution_id: number;
  step: number;
  ordinal: number;
  /** 0: the text or the data of a result; 1 and up: its pictures; a billion and up: what the tool itself saved. */
  part: number;
  name: string;
  media_type: string;
  content: Buffer;
  token_count: number;
  created_at: Generated<Date>;
}

export interface ExecutionTextTable {
  execution_id: number;
  hash: string;
  content: string;
}

export type CompactionStatus = 'adopted' | 'not-smaller' | 'failed' | 'skipped';

export interface CompactionTable {
  execution_id: number;
  /** Of the compaction's own model call. */
  step: number;
  status: CompactionStatus;
  /** Why it was not adopted. */
  reason: string | null;
  summary: string | null;
  /** The thread's messages from here to `through_seq` are summarized; null: none of a thread are. */
  first_seq: number | null;
  through_seq: number | null;
  /** The execution's steps up to here are summarized. */
  through_step: number;
  tokens_before: number;
  tokens_after: number | null;
  messages_before: number;
  messages_after: number | null;
  created_at: Generated<Date>;
}

export interface BudgetTable {
  /** Row id of the root of an execution tree. */
  root_id: number;
  max_tokens: number | null;
  max_cost: string | null;
  spent_tokens: Generated<number>;
  spent_cost: Decimal;
  reserved_tokens: Generated<number>;
  reserved_cost: Decimal;
}

export interface BudgetReservationTable {
  execution_id: number;
  step: number;
  root_id: number;
  tokens: number;
  cost: string;
  created_at: Generated<Date>;
}
