export interface PlacedMessage {
  role: string;
  metadata?: { seq?: number | undefined } | undefined;
}

/**
 * Index of the message at a sequence number; -1: not loaded. Only user messages know their numbers; answers
 * follow them.
 */
export function findPlace(messages: readonly PlacedMessage[], seq: number): number {
  const at = messages.findLastIndex(({ metadata }) => metadata?.seq !== undefined && metadata.seq <= seq);
  if (at < 0 || messages[at]?.metadata?.seq === seq) return at;
  return messages[at + 1]?.role === 'assistant' ? at + 1 : -1;
}
