export interface AboveMessage {
  seq: number;
  role: 'user' | 'assistant';
  /** From imported chats only. */
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
  /** Ends where an answer was interrupted. */
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

/** As far as the thread may know it: up to the next anchor. */
export interface AboveLevel {
  conversationId: number;
  /** Absent with a single branch. */
  branch?: number;
  depth: number;
  cleared: { seq: number; runningTokens: number };
  /** Covers nothing after the anchor. */
  summary: AboveSummary | null;
  /** Null when the message was deleted. */
  anchor: HangingPlace | null;
  /** Uncovered, up to the anchor, oldest first. */
  messages: readonly AboveMessage[];
}

/** A partly quoted message counts as plain. */
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
