/** The messages of a conversation that a model may look up, by their numbers. */
export interface VisibleRange {
  conversationId: number;
  /** The last cleared message; only later ones may be read. */
  after: number;
  /** The turn's own message, the last that may be read. */
  current: number;
}
