import { DEFAULT_CONTEXT_SETTINGS } from '../settings.js';

/** Most tokens of one tool result, however large the window is. */
const MAX_RESULT_TOKENS = 25_000;
/** Least tokens of one tool result, so that a pointer to it always has room. */
const MIN_RESULT_TOKENS = 256;

/**
 * Computes the tokens that one tool result may have in a context: a share of the window in percent, between 256 and
 * 25,000. A share of 0 or over 100 is switched off, which leaves 25,000.
 */
export function spillLimit({ window, pct }: { window: number; pct: number }): number {
  if (!(pct > 0 && pct <= 100)) return MAX_RESULT_TOKENS;
  const share = Math.floor((window * pct) / 100);
  return Math.max(MIN_RESULT_TOKENS, Math.min(share, MAX_RESULT_TOKENS));
}

/**
 * Reads the share of the window as an operator wrote it. Unset gives the default; a value that is no number, or negative,
 * gives the default with a warning that names the variable and the value.
 */
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
