/** The settings an operator gives for all contexts; a node's own settings come on top. */
export interface ContextSettings {
  /** Share of the window, in percent, that one tool result may have; 0 or over 100: only the token limit counts. */
  spillPct: number;
  /** Share of the window, in percent, over which a history is compacted. */
  compactionPct: number;
  isCompactionOn: boolean;
  /** Share of the window, in percent, that the newest messages have which a compaction keeps as they are; 0: none. */
  compactionKeepPct: number;
}

export const DEFAULT_CONTEXT_SETTINGS: ContextSettings = {
  spillPct: 15,
  compactionPct: 95,
  isCompactionOn: true,
  compactionKeepPct: 20,
};
