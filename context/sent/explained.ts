export type MessageForm =
  | { kind: 'whole' }
  | { kind: 'broken off' }
  | { kind: 'cut'; leftTokens: number }
  | { kind: 'placeholder'; leftTokens: number }
  | { kind: 'without pictures'; leftTokens: number }
  | { kind: 'pointer'; leftTokens: number; rule: 'spilled' | 'evicted' };

export interface Explained<Place> {
  place: Place;
  role: 'system' | 'user' | 'assistant' | 'tool';
  tokens: number;
  form: MessageForm;
  pictures?: number;
  text: string;
}

export const SEGMENT_NAMES = [
  'system',
  'tools',
  'standing',
  'summary',
  'found',
  'history',
  'current message',
  'own steps',
  'notes',
  'reserve',
  'free',
] as const;
export type SegmentName = (typeof SEGMENT_NAMES)[number];
