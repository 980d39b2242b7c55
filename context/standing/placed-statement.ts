import type { StandingStatement } from './settle-standing.js';

export interface PlacedStatement extends StandingStatement {
  depth: number;
  seq: number;
  ordinal: number;
  /** Counted in UTF-16 units. */
  start: number;
  end: number;
  atMs: number;
}
