import type { ChaosTurn } from './chaos-load.js';

export type TurnWay =
  | 'followed'
  /** The reader resumes after a disconnect at the first words. */
  | 'left'
  /** Sent by a Signal, without our client. */
  | 'signalled'
  /** Canceled at its first words, or in the queue. */
  | 'cancelled';

/** Not a multiple of three: every third turn starts a pair, and each way should meet running and queued turns. */
const WAYS: readonly TurnWay[] = [
  'followed',
  'followed',
  'left',
  'followed',
  'signalled',
  'cancelled',
  'followed',
];

/** Depends only on the turn's numbers, so that the final check knows it. */
export function describeWay({ turn, conversation }: ChaosTurn): TurnWay {
  return WAYS[(turn + conversation) % WAYS.length] ?? 'followed';
}
