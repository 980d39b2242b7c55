import type { ChaosTurn } from './chaos-load.js';

/** How the caller of a turn treats it. */
export type TurnWay =
  /** Sends it by the client and reads its stream to the end. */
  | 'followed'
  /** Leaves the stream at the first words, and comes back for the rest. */
  | 'left'
  /** Sends it by a Signal, as programs without the client do. */
  | 'signalled'
  /** Cancels it when its first words come, or while it waits behind another. */
  | 'cancelled';

/**
 * Out of step with the pairs of turns, of which every third turn begins one: each way meets a turn that runs and one
 * that waits.
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

/** The way of a turn, by its number alone, so that the check at the end knows it too. */
export function tellWay({ turn, conversation }: ChaosTurn): TurnWay {
  return WAYS[(turn + conversation) % WAYS.length] ?? 'followed';
}
