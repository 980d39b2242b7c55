import { findChangedFacts } from '../context/summary/changed-facts.js';
import { composeSummary } from '../context/summary/compose-summary.js';
import { disarmText } from '../context/summary/disarm-text.js';
import { extractFacts } from '../context/summary/extract-facts.js';
import { countTextTokens } from '../models/counting/count-tokens.js';
import type { Database } from '../store/database.js';
import type { NewSummary } from '../store/summaries/adopt-summary.js';
import { loadMessageTimes, loadSummaryFacts } from '../store/summaries/summary-facts.js';

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
  const newFacts = messages
    .flatMap(({ seq, role, content }) => extractFacts({ seq, role, text: content }))
    .map((fact) => ({ weight: 0, ...fact }));
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
