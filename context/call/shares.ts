import type { Window } from '../window.js';

/** The summary and the passages may each take one part in this many of a window: the messages themselves say more. */
const WINDOW_PARTS = 8;

/** Returns the tokens that a summary, or the passages, may have of a window. */
export function leadingShare({ window, reserve }: Pick<Window, 'window' | 'reserve'>): number {
  return Math.floor((window - reserve) / WINDOW_PARTS);
}

/** Standing requests may take one part in this many of a window. */
const STANDING_PARTS = 10;

/** Returns the plain tokens that standing requests may have of a window. */
export function standingShare({
  window,
  reserve,
  tokenFactor,
}: Pick<Window, 'window' | 'reserve'> & { tokenFactor: number }): number {
  return Math.floor((window - reserve) / STANDING_PARTS / tokenFactor);
}
