import { retrievePassages, type Retrieved } from '../../activities/agent/plan/retrieve-passages.js';
import { shareBudget } from '../../context/retrieval/share-budget.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import type { Database } from '../../store/database.js';
import { loadWindow } from '../../store/conversation/load-window.js';

export interface RecallContextInput {
  conversationId: number;
  /** Place of the newest message. */
  last: number;
  question: string;
  /** What the context may have, all that is sent of the past counted. */
  tokens: number;
  speakers: readonly string[];
  /** Messages of the raw window, at first. */
  windowMessages: number;
}

/** What would be before a model. */
export interface RecallContext {
  /** First message that is sent raw; all after it are too. Past the newest: none is. */
  readonly windowStart: number;
  readonly passages: Retrieved['passages'];
  readonly tokens: number;
}

/** Room that is not worth another look. */
const SLACK_SHARE = 0.15;
/** Of the largest integer of Postgres: no text is longer. */
const MAX_CHARACTERS = 2_147_483_647;
/** Messages that a widened window reads at the most. */
const MAX_WINDOW_MESSAGES = 2_000;

/**
 * The context for a question about a thread: the newest messages and the passages found in what is older, as the
 * planner makes it of them. Room that the passages do not need goes to the window.
 */
export async function recallContext(db: Database, input: RecallContextInput): Promise<RecallContext> {
  const { conversationId, last, question, tokens, speakers } = input;
  let room = shareBudget({ tokens }).windowTokens;
  let limit = input.windowMessages;
  for (;;) {
    const window = await newestThatFit(db, { conversationId, last, room, limit });
    const found = await retrievePassages(db, {
      ...{ conversationId, after: 0, before: window.start, text: question, speakers },
      tokens: tokens - window.tokens - countMessageTokens({ role: 'system', content: '' }),
    });
    const foundTokens = found === undefined ? 0 : countMessageTokens({ role: 'system', content: found.text });
    const used = window.tokens + foundTokens;
    const isWidened = limit > input.windowMessages;
    if (isWidened || window.start <= 1 || tokens - used < tokens * SLACK_SHARE)
      return { windowStart: window.start, passages: found?.passages ?? [], tokens: used };
    room = tokens - foundTokens;
    limit = MAX_WINDOW_MESSAGES;
  }
}

async function newestThatFit(
  db: Database,
  {
    conversationId,
    last,
    room,
    limit,
  }: { conversationId: number; last: number; room: number; limit: number },
): Promise<{ start: number; tokens: number }> {
  const newestFirst = await loadWindow(db, {
    ...{ conversationId, after: 0, current: last },
    limit: limit - 1,
    // Long ones count whole, and stay out where they do not fit.
    messageCharacters: MAX_CHARACTERS,
  });
  let start = last + 1;
  let tokens = 0;
  for (const row of newestFirst) {
    if (tokens + row.tokens > room) break;
    tokens += row.tokens;
    start = row.seq;
  }
  return { start, tokens };
}
