export type FinalStatus = 'completed' | 'failed' | 'cancelled';

/** Clears and switches take places in the queue too. */
export type TurnKind = 'message' | 'clear' | 'switch';
