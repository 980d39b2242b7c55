import type { Generated } from 'kysely';
import type { StandingKind } from '../../context/standing/language.js';

export interface StandingStatementTable {
  conversation_id: number;
  position: number;
  ordinal: number;
  kind: StandingKind;
  /** The request's offsets in the message, in UTF-16 units. */
  text_start: number;
  text_end: number;
  content: string;
  is_withdrawn: Generated<boolean>;
}
