import { z } from 'zod';

export const messageForm = z.union([
  z.object({ kind: z.literal('whole') }),
  z.object({ kind: z.literal('broken off') }),
  z.object({ kind: z.literal('cut'), leftTokens: z.number() }),
  z.object({ kind: z.literal('placeholder'), leftTokens: z.number() }),
  z.object({ kind: z.literal('without images'), leftTokens: z.number() }),
  z.object({ kind: z.literal('pointer'), leftTokens: z.number(), rule: z.enum(['spilled', 'evicted']) }),
]);
export type MessageForm = z.infer<typeof messageForm>;

export interface Explained<Place> {
  place: Place;
  role: 'system' | 'user' | 'assistant' | 'tool';
  tokens: number;
  form: MessageForm;
  images?: number;
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
