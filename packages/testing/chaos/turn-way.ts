import type { ChaosTurn } from './chaos-load.js';

export type TurnWay =
  | 'followed'
  /** The reader disconnects at the first words and resumes later. */
  | 'left'
  /** A Signal sends the message, without our client. */
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

/** The final check knows only the turn's numbers, so the way depends on nothing else. */
export function describeWay({ turn, conversation }: ChaosTurn): TurnWay {
  return WAYS[(turn + conversation) % WAYS.length] ?? 'followed';
}
