import { randomUUID } from 'node:crypto';
import { assistantFlow } from '../../../flow/default-flow.js';
import type { Database } from '../../../store/database.js';
import { importConversation, type ForeignMessage } from '../../../store/conversation/import-conversation.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { searchPassages, type FoundPassages } from '../../../store/passages/search-passages.js';

export const FLOW = assistantFlow('offline:demo').slug;
export const HOUR_MS = 3_600_000;
export const START = Date.parse('2024-05-01T08:00:00Z');

export async function importChat(
  db: Database,
  messages: readonly (string | ForeignMessage)[],
  countTokens = (text: string): number => Math.ceil(text.length / 4),
): Promise<number> {
  const result = await importConversation(db, {
    workflowId: `import-${randomUUID()}`,
    flow: FLOW,
    user: 'ada',
    messages: messages.map((message, index) =>
      typeof message === 'string'
        ? {
            role: index % 2 === 0 ? ('user' as const) : ('assistant' as const),
            text: message,
            at: new Date(START + index * 60_000),
          }
        : message,
    ),
    countTokens,
  });
  if (result.kind !== 'imported') throw new Error(`Not imported: ${result.kind}`);
  return result.conversationId;
}

export async function search(
  db: Database,
  question: string,
  range: { conversationId: number; after?: number; before?: number; limit?: number },
): Promise<FoundPassages & { hits: number[]; seqs: number[] }> {
  const terms = await readLexemes(db, { text: question });
  const found = await searchPassages(db, { after: 0, before: 1_000_000, ...range, terms });
  return {
    ...found,
    hits: found.rows.filter(({ matches }) => matches.length > 0).map(({ seq }) => seq),
    seqs: found.rows.map(({ seq }) => seq),
  };
}
