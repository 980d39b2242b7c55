import type { ColumnType, Generated } from 'kysely';

/** Messages that a branch sees of another one: those after one place, up to another. */
export type Stretch = readonly [conversationId: number, branch: number, after: number, through: number];

export interface BranchTable {
  conversation_id: number;
  /** 0: the conversation as it began. */
  number: number;
  /** The branch that it leaves; null: it is the first. */
  parent: number | null;
  /** Position of the turn in whose place it begins. */
  of_position: number | null;
  /** Position of the turn that began it. */
  begun_position: number | null;
  /** Its own messages come after this place. */
  begins_after: number;
  /** Messages up to this place were cleared before it began. */
  begins_cleared: Generated<number>;
  /** The parts of other branches that it sees, in the order of their places. */
  past: ColumnType<readonly Stretch[], string | undefined, string>;
  /** These say how it stood when it was left. Of the branch that the conversation is in, the conversation's row tells. */
  last_seq: Generated<number>;
  total_tokens: Generated<number>;
  cleared_through: Generated<number>;
  covers_through: Generated<number>;
  summary_ordinal: number | null;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
}
