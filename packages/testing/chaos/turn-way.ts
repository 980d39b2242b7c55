import type { ChaosTurn } from './chaos-load.js';

export type TurnWay =
  /** Sent by the client, streamed to the end. */
  | 'followed'
  /** The reader disconnects at the first words, then resumes. */
  | 'left'
  /** Sent by a Signal, without our client. */
  | 'signalled'
  /** Canceled at its first words, or in the queue. */
  | 'cancelled';

/** Not a multiple of three: every third turn starts a pair, so each way meets both a running and a queued turn. */
const WAYS: readonly TurnWay[] = [
  'followed',
  'followed',
  'left',
  'followed',
  'signalled',
  'cancelled',
  'followed',
];

/** Depends only on the turn's numbers, so the final check knows it, too. */
export function tellWay({ turn, conversation }: ChaosTurn): TurnWay {
  return WAYS[(turn + conversation) % WAYS.length] ?? 'followed';
}
