import type { StandingStatement } from './settle-standing.js';

export interface PlacedStatement extends StandingStatement {
  depth: number;
  seq: number;
  ordinal: number;
  /** In UTF-16 units, as `end`. */
  start: number;
  end: number;
  atMs: number;
}
