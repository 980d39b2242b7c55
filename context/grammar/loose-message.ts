import { isRecord } from '../../protocol/is-record.js';

/** A message as a transcript may really hold it: the AI SDK's types promise more than imports keep. */
export interface LooseMessage {
  readonly role: unknown;
  readonly content: unknown;
}

/** A part of a message's content, with the members that any type of part has. */
export interface LoosePart {
  readonly type?: unknown;
  readonly text?: unknown;
  readonly image?: unknown;
  readonly data?: unknown;
  readonly toolCallId?: unknown;
  readonly toolName?: unknown;
  readonly input?: unknown;
  readonly output?: unknown;
  readonly providerOptions?: unknown;
}

/** Lists the parts of a content that is a list and not a text; items that are no objects are left out. */
export function listParts(message: LooseMessage): readonly LoosePart[] {
  // Parse boundary: `isRecord` is all that `LoosePart` claims.
  return Array.isArray(message.content) ? (message.content as unknown[]).filter(isRecord) : [];
}

/** Lists the parts of one type. */
export function listPartsOfType(message: LooseMessage, type: string): LoosePart[] {
  return listParts(message).filter((part) => part.type === type);
}
