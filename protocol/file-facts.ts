import type { AttachmentKind } from './message-parts.js';

export interface FileFacts {
  /** SHA-256 in hex. */
  hash: string;
  kind: AttachmentKind;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
}

export interface FileWithText extends FileFacts {
  extracted: string | null;
  problem: string | null;
}

export interface NewFile extends FileWithText {
  content: Uint8Array;
}
