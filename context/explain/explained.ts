/** How much of a message is sent. */
export type MessageForm =
  | { kind: 'whole' }
  | { kind: 'broken off' }
  | { kind: 'cut'; leftTokens: number }
  | { kind: 'placeholder'; leftTokens: number }
  | { kind: 'without pictures'; leftTokens: number }
  | { kind: 'pointer'; leftTokens: number; rule: 'spilled' | 'evicted' };

/** A message that is sent, made for people; of which kind is told by its place. */
export interface Explained<Place> {
  place: Place;
  role: 'system' | 'user' | 'assistant' | 'tool';
  tokens: number;
  form: MessageForm;
  /** Pictures that are sent with it: of a tool's result in a user message behind the results; absent: none. */
  pictures?: number;
  /** The beginning of what is sent of it. */
  text: string;
}

/** The uses of a window, one for each segment of its bar. */
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
