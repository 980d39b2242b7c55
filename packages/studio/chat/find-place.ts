export interface PlacedMessage {
  role: string;
  metadata?: { seq?: number | undefined } | undefined;
}

/** Returns -1 if the message is not loaded. A streamed answer has no number yet, but follows its message. */
export function findPlace(messages: readonly PlacedMessage[], seq: number): number {
  const at = messages.findLastIndex(({ metadata }) => metadata?.seq !== undefined && metadata.seq <= seq);
  if (at < 0 || messages[at]?.metadata?.seq === seq) return at;
  return messages[at + 1]?.role === 'assistant' ? at + 1 : -1;
}
