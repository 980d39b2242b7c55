import type { StandingKind } from '../../context/standing/language.js';

export interface StandingStatementTable {
  conversation_id: number;
  /** The message that it stands in, a user's. */
  position: number;
  /** Place among those of its message, from 0. */
  ordinal: number;
  kind: StandingKind;
  /** Where it begins and ends in the message, in UTF-16 units. */
  text_start: number;
  text_end: number;
  /** The sentence, on one line. */
  content: string;
}
