import { setImmediate } from 'node:timers/promises';
import { findChangedFacts } from '../context/summary/changed-facts.js';
import { composeSummary } from '../context/summary/compose-summary.js';
import { disarmText } from '../context/summary/disarm-text.js';
import { extractFacts } from '../context/summary/extract-facts.js';
import { countTextTokens } from '../models/counting/count-tokens.js';
import type { Database } from '../store/database.js';
import type { NewSummary } from '../store/summaries/adopt-summary.js';
import {
  loadMessageTimes,
  loadSummaryFacts,
  MAX_SUMMARY_FACTS,
  type StoredFact,
} from '../store/summaries/summary-facts.js';

export interface ComposeInput {
  conversationId: number;
  branch?: number | undefined;
  text: string;
  budget: number;
  /** Facts of the summary are stored up to this message. */
  after: number;
  through: number;
  messages: readonly { seq: number; role: 'user' | 'assistant'; content: string }[];
}

export async function composeWithFacts(
  db: Database,
  { conversationId, branch, text, budget, after, through, messages }: ComposeInput,
): Promise<Pick<NewSummary, 'content' | 'tokens' | 'facts' | 'newFacts'>> {
  const newFacts = await extractAll(messages);
  const earlier = await loadSummaryFacts(db, { conversationId, branch, after, through });
  const ledger = [...earlier, ...newFacts];
  const changed = findChangedFacts(ledger).map(({ newest }) => newest.seq);
  const times = await loadMessageTimes(db, { conversationId, branch, seqs: changed });
  const composed = composeSummary({
    text: disarmText(text),
    budget,
    countText: countTextTokens,
    facts: ledger.map((fact) => ({
      ...fact,
      atMs: times.get(fact.seq),
      value: disarmText(fact.value),
      clause: disarmText(fact.clause),
    })),
  });
  const { text: content, tokens, checked, missing, attached } = composed;
  const facts = { checked, missing: missing.length, attached: attached.length };
  return { content, tokens, facts, newFacts };
}

/** Extraction takes about a millisecond per message. */
const MESSAGES_AT_ONCE = 20;

/** Returns what the table keeps: comparing more facts with each other would block the event loop. */
async function extractAll(messages: ComposeInput['messages']): Promise<StoredFact[]> {
  const facts: StoredFact[] = [];
  for (const [place, { seq, role, content }] of messages.entries()) {
    if (place % MESSAGES_AT_ONCE === 0) await setImmediate();
    for (const fact of extractFacts({ seq, role, text: content })) facts.push({ weight: 0, ...fact });
  }
  return facts
    .sort((one, other) => other.weight - one.weight || other.seq - one.seq || one.ordinal - other.ordinal)
    .slice(0, MAX_SUMMARY_FACTS)
    .sort((one, other) => one.seq - other.seq || one.ordinal - other.ordinal);
}
