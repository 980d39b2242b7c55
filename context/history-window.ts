/** What a message's place in the window is decided by. */
export interface WindowMessage {
  seq: number;
  role: 'user' | 'assistant';
  tokens: number;
}

/** How much of the thread from before a turn its calls are sent. */
export interface HistoryLimits {
  messages: number;
  tokens: number;
}

export const DEFAULT_HISTORY_LIMITS: HistoryLimits = { messages: 20, tokens: 16_000 };

/**
 * First message of the window over the messages from before a turn, given newest first; null: none is sent.
 * The newest that fit both limits are in, and the window never begins with an answer whose question is out.
 */
export function historyWindowStart(
  newestFirst: readonly WindowMessage[],
  limits: HistoryLimits,
): number | null {
  let tokens = 0;
  let start: number | null = null;
  for (const message of newestFirst.slice(0, limits.messages)) {
    tokens += message.tokens;
    if (tokens > limits.tokens) break;
    if (message.role === 'user') start = message.seq;
  }
  return start;
}
