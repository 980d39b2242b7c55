export interface AboveMessage {
  seq: number;
  role: 'user' | 'assistant';
  name: string | null;
  text: string;
  isBeginning: boolean;
  isPartial?: boolean;
  tokens: number;
  runningTokens: number;
}

export interface HangingPlace {
  seq: number;
  role: 'user' | 'assistant';
  text: string;
  isWhole: boolean;
  isPartial?: boolean;
  tokens: number;
  runningTokens: number;
}

export interface AboveSummary {
  ordinal: number;
  content: string;
  coversThrough: number;
  runningTokens: number;
}

/** A conversation or thread above. The thread must not see what follows its anchor. */
export interface AboveLevel {
  conversationId: number;
  branch?: number;
  depth: number;
  cleared: { seq: number; runningTokens: number };
  summary: AboveSummary | null;
  anchor: HangingPlace | null;
  messages: readonly AboveMessage[];
}

export function lastPlain({ seq, isWhole }: Pick<HangingPlace, 'seq' | 'isWhole'>): number {
  return isWhole ? seq - 1 : seq;
}

export function lastReplaced({ cleared, summary }: Pick<AboveLevel, 'cleared' | 'summary'>): number {
  return Math.max(cleared.seq, summary?.coversThrough ?? 0);
}

export function nameLevel(depth: number): string {
  return depth === 0
    ? 'the conversation that this thread belongs to'
    : `the thread above this one, ${depth} below the conversation`;
}
