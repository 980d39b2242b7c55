import { DEFAULT_CONTEXT_SETTINGS } from '../settings.js';

const MAX_RESULT_TOKENS = 25_000;
const MIN_RESULT_TOKENS = 256;

/** A percentage of the window, between 256 and 25,000. 0 or over 100 switches the share off. */
export function spillLimit({ window, pct }: { window: number; pct: number }): number {
  if (!(pct > 0 && pct <= 100)) return MAX_RESULT_TOKENS;
  const share = Math.floor((window * pct) / 100);
  return Math.max(MIN_RESULT_TOKENS, Math.min(share, MAX_RESULT_TOKENS));
}

/** Invalid values return the default with a warning. */
export function readSpillPct(value: string | undefined): { pct: number; warning?: string } {
  const pct = DEFAULT_CONTEXT_SETTINGS.spillPct;
  const written = value?.trim() ?? '';
  if (written === '') return { pct };
  if (/^\d+(?:\.\d+)?$/.test(written)) return { pct: Number(written) };
  return {
    pct,
    warning:
      `Environment variable TOOL_MAX_ALLOCATED_CONTEXT_WINDOW_PCT is '${written.slice(0, 40).toWellFormed()}'; ` +
      `it must be a number of percent from 0 on, so ${pct} is used`,
  };
}
