import type { StandingStatement } from './settle-standing.js';

export interface PlacedStatement extends StandingStatement {
  depth: number;
  seq: number;
  ordinal: number;
  start: number;
  end: number;
  atMs: number;
}
