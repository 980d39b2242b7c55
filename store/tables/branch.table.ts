import type { ColumnType, Generated } from 'kysely';

/** Messages that a branch shares with another one: after the first place, up to the second. */
export type Stretch = readonly [conversationId: number, branch: number, after: number, through: number];

export interface BranchTable {
  conversation_id: number;
  number: number;
  parent: number | null;
  of_position: number | null;
  begun_position: number | null;
  begins_after: number;
  /** Messages up to this number were cleared before the branch began. */
  begins_cleared: Generated<number>;
  past: ColumnType<readonly Stretch[], string | undefined, string>;
  /**
   * These columns have the state when the branch was left. The current branch's state is in the
   * conversation's row.
   */
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  covers_through: Generated<number>;
  summary_ordinal: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
