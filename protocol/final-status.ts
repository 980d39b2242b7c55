export type FinalStatus = 'completed' | 'failed' | 'cancelled';

/** Clears and switches are queued, too. */
export type TurnKind = 'message' | 'clear' | 'switch';
