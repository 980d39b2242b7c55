import { readUploadReference, uploadReference } from '../../../protocol/message-parts.js';

/** The address may begin with the page's origin. */
const ADDRESS = /^(?:https?:\/\/[^/]+)?\/api\/chat\/[^/]+\/files\/([0-9a-f]{64})$/;

export function fileAddress(chatId: string, ref: string): string {
  return `/api/chat/${encodeURIComponent(chatId)}/files/${readUploadReference(ref) ?? ''}`;
}

export function readFileSource(source: string): string {
  const hash = ADDRESS.exec(source)?.[1];
  return hash === undefined ? source : uploadReference(hash);
}
