/** A node's settings override these. */
export interface ContextSettings {
  /** Percent of the window; 0 or over 100: only the token limit counts. */
  spillPct: number;
  /** Percent of the window. */
  compactionPct: number;
  isCompactionOn: boolean;
  /** Newest messages that a compaction keeps, percent of the window. */
  compactionKeepPct: number;
}

export const DEFAULT_CONTEXT_SETTINGS: ContextSettings = {
  spillPct: 15,
  compactionPct: 95,
  isCompactionOn: true,
  compactionKeepPct: 20,
};
