import type { FileFacts } from '../../protocol/file-facts.js';

/** The stored facts about a file that is attached to a message. */
export interface AttachedFile extends FileFacts {
  name: string;
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
