import { readUploadReference, uploadReference } from '../../protocol/message-parts.js';

/** A page may have completed the address with its origin. */
const ADDRESS = /^(?:https?:\/\/[^/]+)?\/api\/chat\/[^/]+\/files\/([0-9a-f]{64})$/;

/** The address from which a page loads a file of a chat, with the credentials of its other requests. */
export function fileAddress(chatId: string, ref: string): string {
  return `/api/chat/${encodeURIComponent(chatId)}/files/${readUploadReference(ref) ?? ''}`;
}

/** The reference of the file that a page sends back by its address; any other source stays as it is. */
export function readFileSource(source: string): string {
  const hash = ADDRESS.exec(source)?.[1];
  return hash === undefined ? source : uploadReference(hash);
}
