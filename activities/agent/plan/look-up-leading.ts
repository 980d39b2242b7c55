import { log } from '@temporalio/activity';
import type { RowCounters } from '../../../context/call/call-rows.js';
import type { LookedUp, LookUp, PassageSearch } from '../../../context/call/look-up.js';
import { renderPassages } from '../../../context/retrieval/render-passages.js';
import { tellAbove, type ToldAbove } from '../../../context/threads/above/tell-above.js';
import { embedQuestion, type Embedder } from '../../../models/embeddings.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { findSentPassages } from '../../../store/calls/planned-calls.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadQuotes } from '../../../store/passages/load-quotes.js';
import type { QuestionEmbedding } from '../../../store/passages/nearest-passages.js';
import { findSummary } from '../../../store/summaries/summary-head.js';
import { loadAbove } from './load-above.js';
import { retrievePassages } from './retrieve-passages.js';

export interface LookUpInput {
  execution: ExecutionFacts;
  lookUp: LookUp;
  counters: Pick<RowCounters, 'countText' | 'tokenFactor'>;
  /** The step that the call is for, and the one that the node's first comes after. */
  step: number;
  base: number;
  /** Finds older messages by what they mean; undefined: their words alone do. */
  embedder: Embedder | undefined;
}

/** Reads what leads a call: summaries of threads above, the thread's own, what the newest message asks for. */
export async function lookUpLeading(db: Database, input: LookUpInput): Promise<LookedUp> {
  const { execution, lookUp } = input;
  const { conversationId } = execution;
  if (conversationId === null)
    return { above: NOTHING_ABOVE, summary: undefined, passages: undefined, warnings: [] };
  const above = await tellOfAbove(db, { ...input, conversationId });
  const summary =
    lookUp.summary === undefined
      ? undefined
      : await findSummary(db, { conversationId, ordinal: lookUp.summary });
  const found = await findPassages(db, { ...input, conversationId });
  return { above, summary, ...found };
}

const NOTHING_ABOVE: ToldAbove = { texts: [], left: [], unsent: [] };

async function tellOfAbove(
  db: Database,
  { lookUp, counters, conversationId }: LookUpInput & { conversationId: number },
): Promise<ToldAbove> {
  const { above: rules } = lookUp;
  if (rules === undefined) return NOTHING_ABOVE;
  return tellAbove({ levels: await loadAbove(db, { conversationId, rules }), ...rules, ...counters });
}

/** Of a pasted text its beginning asks: embedding models take some thousand tokens. */
const MAX_EMBEDDED_CHARACTERS = 4_000;

type Found = Pick<LookedUp, 'passages' | 'warnings'>;

const NONE: Found = { passages: undefined, warnings: [] };

interface FindInput extends LookUpInput {
  conversationId: number;
}

/** Passages found for a turn are those of all its steps: the model goes on with what it was shown. */
async function findPassages(db: Database, input: FindInput): Promise<Found> {
  const { lookUp, execution, conversationId, base, step } = input;
  if (lookUp.passages === undefined) return NONE;
  try {
    const known =
      step > base + 1
        ? await findSentPassages(db, { executionId: execution.id, after: base, before: step })
        : undefined;
    if (known?.length === 0) return NONE;
    if (known === undefined) return await searchThread(db, { ...input, search: lookUp.passages });
    const found = await loadQuotes(db, { conversationId, passages: known });
    return { passages: { passages: known, found, text: renderPassages(found) }, warnings: [] };
  } catch (error) {
    // What could be found is a help, never a condition: the call goes on without, and says so.
    const reason = errorMessage(error);
    log.warn('Nothing could be looked up in the older messages', { reason });
    const warning = `Nothing could be looked up in the older messages: ${reason.slice(0, 200)}`;
    return { passages: undefined, warnings: [warning] };
  }
}

async function searchThread(
  db: Database,
  { execution, conversationId, search, embedder }: FindInput & { search: PassageSearch },
): Promise<Found> {
  const warnings: string[] = [];
  const passages = await retrievePassages(db, {
    ...search,
    conversationId,
    speakers: execution.speakers ?? [],
    embed: embedder && ((text) => embed(text, { embedder, warnings })),
  });
  return { passages, warnings };
}

/** The meaning of a question. Without it words alone find: that is said, and the call goes on. */
async function embed(
  text: string,
  { embedder, warnings }: { embedder: Embedder; warnings: string[] },
): Promise<QuestionEmbedding | undefined> {
  const asked = await embedQuestion(embedder, { text: text.slice(0, MAX_EMBEDDED_CHARACTERS) });
  if (asked.kind === 'embedded') return { model: embedder.model, vector: asked.vector };
  log.warn('A question could not be embedded', { reason: asked.reason });
  warnings.push(`Older messages were looked up by their words alone: ${asked.reason.slice(0, 200)}`);
  return undefined;
}
