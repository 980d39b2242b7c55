import { countMessageTokens } from '../../models/counting/count-tokens.js';
import type { Database } from '../../store/database.js';
import { importConversation } from '../../store/conversation/import-conversation.js';
import { isInside } from './is-inside.js';
import type { RecallLine } from './read-recall-line.js';
import { fillContext } from './fill-context.js';
import type { RecallTally } from './recall-tally.js';

interface RecallConversationInput {
  line: RecallLine;
  /** Tells the conversations of one run apart. */
  number: number;
  flow: string;
  windowMessages: number;
  tally: RecallTally;
  /** Ends the measurement early when it aborts. */
  signal: AbortSignal;
}

/** Stores and indexes a conversation like any other, then asks each question with each budget and adds up the results. */
export async function measureConversation(db: Database, input: RecallConversationInput): Promise<void> {
  const { line, number, flow, windowMessages, tally, signal } = input;
  const imported = await importConversation(db, {
    workflowId: `recall-${number}`,
    flow,
    user: 'recall',
    messages: line.messages,
    countTokens: (content) => countMessageTokens({ role: 'user', content }),
  });
  if (imported.kind !== 'imported') throw new Error(`The conversation cannot be stored: ${imported.kind}`);
  const { conversationId } = imported;
  const speakers = [...new Set(line.messages.flatMap(({ name }) => name ?? []))];
  for (const { question, evidence } of line.questions)
    for (const tokens of tally.budgets) {
      if (signal.aborted) return;
      const startedMs = performance.now();
      const last = line.messages.length;
      const context = await fillContext(db, {
        conversationId,
        last,
        question,
        tokens,
        speakers,
        windowMessages,
      });
      const isFound = evidence.every((seq) =>
        isInside(context, { seq, characters: line.messages[seq - 1]?.text.length ?? 0 }),
      );
      tally.add({ tokens, isFound, ms: performance.now() - startedMs });
    }
}
