import type { Window } from '../window.js';

/**
 * Of a small window the summary, and what is found, may each take one part in this many: the messages themselves
 * say more.
 */
const WINDOW_PARTS = 8;

/** Tokens that a summary, or what is found, may have of a window. */
export function leadingShare({ window, reserve }: Pick<Window, 'window' | 'reserve'>): number {
  return Math.floor((window - reserve) / WINDOW_PARTS);
}

/** Of a window the standing requests may take one part in this many, whatever they are. */
const STANDING_PARTS = 10;

/** Plain tokens that standing requests may have of a window. */
export function standingShare({
  window,
  reserve,
  tokenFactor,
}: Pick<Window, 'window' | 'reserve'> & { tokenFactor: number }): number {
  return Math.floor((window - reserve) / STANDING_PARTS / tokenFactor);
}
