import type { Window } from '../plan/window.js';

/** Summary and passages together get one of these parts: messages are more informative. */
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
