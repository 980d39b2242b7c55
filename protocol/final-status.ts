export type FinalStatus = 'completed' | 'failed' | 'cancelled';

/** Besides messages, the queue holds requests to clear a chat or switch its branch. */
export type TurnKind = 'message' | 'clear' | 'switch';
