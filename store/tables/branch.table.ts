import type { ColumnType, Generated } from 'kysely';

/** Messages shared from another branch: after one place, up to another. */
export type Stretch = readonly [conversationId: number, branch: number, after: number, through: number];

export interface BranchTable {
  conversation_id: number;
  /** 0 is the original branch. */
  number: number;
  parent: number | null;
  /** The turn that the branch replaces. */
  of_position: number | null;
  /** The turn that began it. */
  begun_position: number | null;
  begins_after: number;
  /** Messages up to here were cleared before it began. */
  begins_cleared: Generated<number>;
  /** Shared stretches, in the order of their places. */
  past: ColumnType<readonly Stretch[], string | undefined, string>;
  /** The state when it was left. For the current branch, read the conversation's row. */
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  covers_through: Generated<number>;
  summary_ordinal: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
