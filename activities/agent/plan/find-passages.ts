import { log } from '@temporalio/activity';
import type { LookedUp, Searches } from '../../../context/call/look-up.js';
import { renderPassages } from '../../../context/retrieval/render-passages.js';
import { embedQuestion, type Embedder } from '../../../models/embeddings.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { findSentPassages } from '../../../store/calls/planned-calls.js';
import type { Database } from '../../../store/database.js';
import { loadExecutionTexts } from '../../../store/execution/execution-texts.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadQuotes } from '../../../store/passages/load-quotes.js';
import type { QuestionEmbedding } from '../../../store/passages/nearest-passages.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { retrieveAbove } from './retrieve-above.js';
import { retrievePassages } from './retrieve-passages.js';

interface FindInput {
  execution: ExecutionFacts;
  conversationId: number;
  searches: Searches;
  /** The step that the call is for, and the one that the node's first comes after. */
  step: number;
  base: number;
  embedder: Embedder | undefined;
}

type Found = Pick<LookedUp, 'passages' | 'foundAbove' | 'warnings'>;

const NONE: Found = { passages: undefined, foundAbove: undefined, warnings: [] };

/** Of a pasted text its beginning asks: embedding models take some thousand tokens. */
const MAX_EMBEDDED_CHARACTERS = 4_000;

/** Finds passages for a turn. They are those of all its steps: the model goes on with what it was shown. */
export async function findPassages(db: Database, input: FindInput): Promise<Found> {
  const { searches, execution, base, step } = input;
  if (searches.own === undefined && searches.above === undefined) return NONE;
  try {
    const key = { executionId: execution.id, after: base, before: step };
    const known = step > base + 1 ? await findSentPassages(db, key) : undefined;
    return known === undefined ? await search(db, input) : await recall(db, { ...input, known });
  } catch (error) {
    // What could be found is a help, never a condition: the call goes on without, and says so.
    const reason = errorMessage(error);
    log.warn('Nothing could be looked up in the older messages', { reason });
    const warning = `Nothing could be looked up in the older messages: ${reason.slice(0, 200)}`;
    return { ...NONE, warnings: [warning] };
  }
}

/** Loads the passages that an earlier step of the turn was sent. */
async function recall(
  db: Database,
  {
    execution,
    conversationId,
    searches,
    known,
  }: FindInput & { known: NonNullable<Awaited<ReturnType<typeof findSentPassages>>> },
): Promise<Found> {
  const { passages, by, above } = known;
  const found: Found = { passages: undefined, foundAbove: undefined, warnings: [] };
  if (searches.own !== undefined && passages.length > 0) {
    const quotes = await loadQuotes(db, { conversationId, passages });
    found.passages = { passages, found: quotes, text: renderPassages(quotes), by: by ?? undefined };
  }
  if (searches.above !== undefined && above !== null) {
    const texts = await loadExecutionTexts(db, { executionId: execution.id, hashes: [above.text] });
    found.foundAbove = { places: above.places, text: texts.get(above.text) ?? '' };
  }
  return found;
}

async function search(
  db: Database,
  { execution, conversationId, searches, embedder }: FindInput,
): Promise<Found> {
  const warnings: string[] = [];
  let asked: Promise<QuestionEmbedding | undefined> | undefined;
  const askOnce = embedder && ((text: string) => (asked ??= embed(text, { embedder, warnings })));
  // Read once for the thread and for what stands above it: both are asked the same.
  const read = new Map<string, Promise<string[]>>();
  const readOnce = (text: string): Promise<string[]> => {
    const lexemes = read.get(text) ?? readLexemes(db, { text });
    read.set(text, lexemes);
    return lexemes;
  };
  const passages =
    searches.own &&
    (await retrievePassages(db, {
      ...searches.own,
      conversationId,
      speakers: execution.speakers ?? [],
      readLexemes: readOnce,
      embed: askOnce,
    }));
  const foundAbove =
    searches.above && (await retrieveAbove(db, { ...searches.above, readLexemes: readOnce, embed: askOnce }));
  return { passages, foundAbove, warnings };
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
