/** A message as it may really be: what the AI SDK's types promise is only as true as whoever made it. */
export interface LooseMessage {
  readonly role: unknown;
  readonly content: unknown;
}

/** A part of a message's content, with the members of all types of parts. */
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

/** The parts of a content that is a list and not a text; what is no object is left out. */
export function listParts(message: LooseMessage): readonly LoosePart[] {
  // Parse boundary: `isObject` is all that `LoosePart` claims.
  return Array.isArray(message.content) ? (message.content as unknown[]).filter(isObject) : [];
}

/** The parts of one type. */
export function partsOfType(message: LooseMessage, type: string): LoosePart[] {
  return listParts(message).filter((part) => part.type === type);
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
