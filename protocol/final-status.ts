export type FinalStatus = 'completed' | 'failed' | 'cancelled';

/** The queue also holds requests to clear a chat or switch its branch. */
export type TurnKind = 'message' | 'clear' | 'switch';
