import type { AttachmentKind } from './message-parts.js';

/** The facts known of a file. */
export interface FileFacts {
  /** SHA-256 of its content, as hexadecimal digits. */
  hash: string;
  kind: AttachmentKind;
  mediaType: string;
  bytes: number;
  /** Of a picture whose size could be read, in pixels. */
  width: number | null;
  height: number | null;
}

/** A file with what it says. */
export interface FileWithText extends FileFacts {
  /** The text of a text file; null: it has none, or none that could be read. */
  extracted: string | null;
  /** Why its text could not be read; null: it could, or it is no text. */
  problem: string | null;
}

/** A file that was read and may be stored. */
export interface NewFile extends FileWithText {
  content: Uint8Array;
}
