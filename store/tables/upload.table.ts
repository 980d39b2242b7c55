import type { Generated, GeneratedAlways } from 'kysely';
import type { AttachmentKind } from '../../protocol/message-parts.js';

export interface UploadTable {
  user_id: string;
  hash: string;
  kind: AttachmentKind;
  media_type: string;
  bytes: number;
  /** The larger of the sizes of content and extracted text, at least 4,096. */
  counted_bytes: GeneratedAlways<number>;
  width: number | null;
  height: number | null;
  content: Buffer;
  extracted: string | null;
  problem: string | null;
  created_at: Generated<Date>;
  /** A file without a message is deleted a day later. */
  used_at: Generated<Date>;
}

export interface AttachmentTable {
  conversation_id: number;
  position: number;
  ordinal: number;
  user_id: string;
  hash: string;
  kind: AttachmentKind;
  name: string;
  media_type: string;
  bytes: number;
  width: number | null;
  height: number | null;
  token_count: number;
  text_start: number;
  text_end: number;
}
