export interface ContextSettings {
  /** In percent. 0 or more than 100 disables the limit. */
  spillPct: number;
  compactionPct: number;
  isCompactionOn: boolean;
  compactionKeepPct: number;
}

export const DEFAULT_CONTEXT_SETTINGS: ContextSettings = {
  spillPct: 15,
  compactionPct: 95,
  isCompactionOn: true,
  compactionKeepPct: 20,
};

export function readSpillPct(value: string | undefined): { pct: number; warning?: string } {
  const pct = DEFAULT_CONTEXT_SETTINGS.spillPct;
  const written = value?.trim() ?? '';
  if (written === '') return { pct };
  if (/^\d+(?:\.\d+)?$/.test(written)) return { pct: Number(written) };
  return {
    pct,
    warning:
      `Environment variable TOOL_MAX_ALLOCATED_CONTEXT_WINDOW_PCT is '${written.slice(0, 40).toWellFormed()}'; ` +
      `it must be a percentage of at least 0, so the default of ${pct} is used`,
  };
}
