import type { FileFacts } from '../../protocol/file-facts.js';

export interface AttachedFile extends FileFacts {
  name: string;
}

export interface Attachment extends AttachedFile {
  ordinal: number;
  tokens: number;
  /** In UTF-16 units, at the line that names the file. */
  start: number;
  end: number;
}

export function listPictures<Attached extends AttachedFile>(attachments: readonly Attached[]): Attached[] {
  return attachments.filter(({ kind }) => kind === 'picture');
}
