/** A message of a conversation or thread that another thread hangs below. */
export interface AboveMessage {
  seq: number;
  role: 'user' | 'assistant';
  /** The speaker's name, which only imported chats have. */
  name: string | null;
  /** The text; of one that is too long for its room only the beginning. */
  text: string;
  /** Whether the text is only the beginning. */
  isBeginning: boolean;
  /** It is the part of an answer that had been said when its turn was cancelled. */
  isPartial?: boolean;
  /** Plain tokens of the whole message. */
  tokens: number;
  /** Plain tokens of its thread up to and with it. */
  runningTokens: number;
}

/** The text of a message that a thread hangs on. */
export interface HangingPlace {
  seq: number;
  role: 'user' | 'assistant';
  text: string;
  /** It is the whole message. */
  isWhole: boolean;
  /** It ends where an answer was broken off. */
  isPartial?: boolean;
  /** Plain tokens of the message. */
  tokens: number;
  /** Plain tokens of the message's thread up to and with it. */
  runningTokens: number;
}

/** The summary of a conversation's or thread's oldest messages. */
export interface AboveSummary {
  ordinal: number;
  content: string;
  coversThrough: number;
  /** Plain tokens of the messages up to there. */
  runningTokens: number;
}

/**
 * A conversation or thread above a thread, as far as the thread may know it: up to the message that the next one on
 * the way down hangs on.
 */
export interface AboveLevel {
  conversationId: number;
  /** The branch of the message that is hung on; absent: the conversation's only one. */
  branch?: number;
  /** 0 is the conversation itself. */
  depth: number;
  /** Messages up to here were cleared. */
  cleared: { seq: number; runningTokens: number };
  /** The newest summary that knows of nothing behind the anchor; null: there is none. */
  summary: AboveSummary | null;
  /** The message that the next thread on the way down hangs on; null: it was deleted. */
  anchor: HangingPlace | null;
  /** The newest messages up to the anchor that neither a summary nor a clear replaces, oldest first. */
  messages: readonly AboveMessage[];
}

/** The last place of a level whose message is not quoted as what a thread hangs on. */
export function lastPlain({ seq, isWhole }: Pick<HangingPlace, 'seq' | 'isWhole'>): number {
  return isWhole ? seq - 1 : seq;
}

/** The last place of a level that is sent otherwise, or not seen any more. */
export function lastReplaced({ cleared, summary }: Pick<AboveLevel, 'cleared' | 'summary'>): number {
  return Math.max(cleared.seq, summary?.coversThrough ?? 0);
}

/** Names a conversation, or one of the threads above another thread. */
export function nameLevel(depth: number): string {
  return depth === 0
    ? 'the conversation that this thread belongs to'
    : `the thread above this one, ${depth} below the conversation`;
}
