import type { Generated, GeneratedAlways } from 'kysely';
import type { AttachmentKind } from '../../protocol/message-parts.js';

/** A file of a user. */
export interface UploadTable {
  user_id: string;
  /** SHA-256 of the content, as hexadecimal digits. */
  hash: string;
  kind: AttachmentKind;
  media_type: string;
  bytes: number;
  /** The bytes that the file counts among those of its user: its own, or those of its text if that is longer; at least 4,096. */
  counted_bytes: GeneratedAlways<number>;
  /** Of a picture whose size could be read. */
  width: number | null;
  height: number | null;
  content: Buffer;
  /** The text of a text file or a PDF; null: it has none. */
  extracted: string | null;
  /** Why the text of a file could not be read. */
  problem: string | null;
  created_at: Generated<Date>;
  /** When it was last sent; one that no message has is removed a day later. */
  used_at: Generated<Date>;
}

/** A file that a message has. */
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
  /** Of a picture that is shown. */
  token_count: number;
  /** Where it stands in the text of its message, in UTF-16 units. */
  text_start: number;
  text_end: number;
}
