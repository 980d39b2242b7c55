import type { Window } from '../plan/window.js';

/** Messages are more informative, so summary and passages get one part. */
const WINDOW_PARTS = 8;

export function leadingShare({ window, reserve }: Pick<Window, 'window' | 'reserve'>): number {
  return Math.floor((window - reserve) / WINDOW_PARTS);
}

const STANDING_PARTS = 10;

export function standingShare({
  window,
  reserve,
  tokenFactor,
}: Pick<Window, 'window' | 'reserve'> & { tokenFactor: number }): number {
  return Math.floor((window - reserve) / STANDING_PARTS / tokenFactor);
}
