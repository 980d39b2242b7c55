/** How an execution or a turn ended. */
export type FinalStatus = 'completed' | 'failed' | 'cancelled';

/** A turn is a message to be answered, or a place in the queue where the history is cleared. */
export type TurnKind = 'message' | 'clear' | 'switch';
