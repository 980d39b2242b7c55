export type FinalStatus = 'completed' | 'failed' | 'cancelled';

export type TurnKind = 'message' | 'clear' | 'switch';
