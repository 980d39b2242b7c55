import type { Generated } from 'kysely';
import type { StandingKind } from '../../context/standing/language.js';

export interface StandingStatementTable {
  conversation_id: number;
  position: number;
  ordinal: number;
  kind: StandingKind;
  /** UTF-16 offsets in the message. */
  text_start: number;
  text_end: number;
  content: string;
  is_withdrawn: Generated<boolean>;
}
