import type { AttachmentKind } from '../../protocol/message-parts.js';

/** What is known of a file that is attached to a message. */
export interface AttachedFile {
  /** SHA-256 of its content, as hexadecimal digits. */
  hash: string;
  kind: AttachmentKind;
  name: string;
  mediaType: string;
  bytes: number;
  /** Of a picture whose size could be read, in pixels. */
  width: number | null;
  height: number | null;
}

/** A file in its place in the text of a message. */
export interface Attachment extends AttachedFile {
  /** From 1. */
  ordinal: number;
  /** Plain tokens of a picture that is shown. */
  tokens: number;
  /** Where it stands in the text, in UTF-16 units: the line that names it, and its own text. */
  start: number;
  end: number;
}

/** The pictures among attachments. */
export function listPictures<Attached extends AttachedFile>(attachments: readonly Attached[]): Attached[] {
  return attachments.filter(({ kind }) => kind === 'picture');
}
