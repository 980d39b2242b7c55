import type { ChaosTurn } from './chaos-load.js';

export type TurnWay =
  | 'followed'
  /** The reader disconnects at the first words and resumes later. */
  | 'left'
  /** The message is sent by a Signal, without our client. */
  | 'signalled'
  /** The turn is canceled at its first words, or in the queue. */
  | 'cancelled';

/**
 * The length is not a multiple of three: every third turn starts a pair, and each way should meet running and queued
 * turns.
 */
const WAYS: readonly TurnWay[] = [
  'followed',
  'followed',
  'left',
  'followed',
  'signalled',
  'cancelled',
  'followed',
];

/** Derived from the turn's numbers, because the final check knows nothing else. */
export function describeWay({ turn, conversation }: ChaosTurn): TurnWay {
  return WAYS[(turn + conversation) % WAYS.length] ?? 'followed';
}
