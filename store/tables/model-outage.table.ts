/** A model whose last tries failed as unavailable. A success deletes the row. */
export interface ModelOutageTable {
  /** The model's whole id: `openai:gpt-4o`. */
  model: string;
  /** Failed tries in a row, of all calls and workers. */
  failures: number;
  since: Date;
  last_failed_at: Date;
  /** Until then a call with another model to ask skips this one; null: too few tries have failed. */
  retry_at: Date | null;
  /** The provider's words for the last failure. */
  reason: string;
}
