import type { ColumnType, Generated } from 'kysely';

/** A range of shared messages: after the first number, up to and including the second. */
export type Stretch = readonly [conversationId: number, branch: number, after: number, through: number];

export interface BranchTable {
  conversation_id: number;
  number: number;
  parent: number | null;
  of_position: number | null;
  begun_position: number | null;
  begins_after: number;
  /** Messages up to here were cleared before the branch began. */
  begins_cleared: Generated<number>;
  past: ColumnType<readonly Stretch[], string | undefined, string>;
  /** Set when the branch is left. The conversation's row has that of the current branch. */
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  covers_through: Generated<number>;
  summary_ordinal: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
