import type { StandingStatement } from './settle-standing.js';

/** A statement with the place of the message that it stands in. */
export interface PlacedStatement extends StandingStatement {
  /** Levels of threads above the one that it was said in. */
  depth: number;
  seq: number;
  /** Among the statements of its message, from 0. */
  ordinal: number;
  /** Where it stands in the message, in UTF-16 units. */
  start: number;
  end: number;
  /** When it was said. */
  atMs: number;
}
