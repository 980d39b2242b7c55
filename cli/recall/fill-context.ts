import { retrievePassages } from '../../activities/agent/plan/retrieve-passages.js';
import { shareBudget } from '../../context/retrieval/share-budget.js';
import { countMessageTokens } from '../../models/counting/count-tokens.js';
import type { Database } from '../../store/database.js';
import { loadWindow } from '../../store/conversation/load-window.js';
import type { QuestionEmbedding } from '../../store/passages/nearest-passages.js';
import { readLexemes } from '../../store/passages/question-lexemes.js';
import type { ShownMessages } from './is-inside.js';

interface RecallContextInput {
  conversationId: number;
  last: number;
  question: string;
  tokens: number;
  speakers: readonly string[];
  embedding?: QuestionEmbedding | undefined;
  windowMessages: number;
}

interface RecallContext extends ShownMessages {
  readonly tokens: number;
}

/** If less of the room is unused, it stays empty. */
const SLACK_SHARE = 0.15;
const MAX_CHARACTERS = 2_147_483_647;
const MAX_WINDOW_MESSAGES = 2_000;

/** As the planner does, widens the window by the tokens that passages leave unused. */
export async function fillContext(db: Database, input: RecallContextInput): Promise<RecallContext> {
  const { conversationId, last, question, tokens, speakers, embedding } = input;
  let room = shareBudget({ tokens }).windowTokens;
  let limit = input.windowMessages;
  for (;;) {
    const window = await newestThatFit(db, { conversationId, last, room, limit });
    const found = await retrievePassages(db, {
      conversationId,
      after: 0,
      before: window.start,
      text: question,
      speakers,
      embed: embedding && (() => Promise.resolve(embedding)),
      readLexemes: (text) => readLexemes(db, { text }),
      tokens: tokens - window.tokens - countMessageTokens({ role: 'system', content: '' }),
    });
    const foundTokens = found ? countMessageTokens({ role: 'system', content: found.text }) : 0;
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
    conversationId,
    after: 0,
    current: last,
    limit: limit - 1,
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
