import { isRecord } from '../../protocol/is-record.js';

/** Imported messages may not match the AI SDK's types. */
export interface LooseMessage {
  readonly role: unknown;
  readonly content: unknown;
}

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

export function listParts(message: LooseMessage): readonly LoosePart[] {
  return Array.isArray(message.content) ? (message.content as unknown[]).filter(isRecord) : [];
}

export function listPartsOfType(message: LooseMessage, type: string): LoosePart[] {
  return listParts(message).filter((part) => part.type === type);
}
