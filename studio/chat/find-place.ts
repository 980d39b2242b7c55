/** A message of a page, as far as its place is known. */
export interface PlacedMessage {
  role: string;
  metadata?: { seq?: number | undefined } | undefined;
}

/** Finds the message at a place of a thread; -1: it is not there. Only questions know their places, and their answers follow them. */
export function findPlace(messages: readonly PlacedMessage[], seq: number): number {
  const at = messages.findLastIndex(({ metadata }) => metadata?.seq !== undefined && metadata.seq <= seq);
  if (at < 0 || messages[at]?.metadata?.seq === seq) return at;
  return messages[at + 1]?.role === 'assistant' ? at + 1 : -1;
}
