import { log } from '@temporalio/activity';
import type { LookedUp, Searches } from '../../../context/call/look-up.js';
import { renderPassages } from '../../../context/retrieval/render-passages.js';
import { BROKEN_OFF } from '../../../context/message/broken-off.js';
import { embedQuestion } from '../../../models/embed-question.js';
import type { Embedder } from '../../../models/embeddings.js';
import { errorMessage } from '../../../protocol/error-message.js';
import { findSentPassages } from '../../../store/calls/planned-calls.js';
import type { Database } from '../../../store/database.js';
import { loadExecutionTexts } from '../../../store/execution/execution-texts.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import { loadQuotes } from '../../../store/passages/load-quotes.js';
import type { QuestionEmbedding } from '../../../store/passages/nearest-passages.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import type { StoredPlanFacts } from './stored-plan-facts.js';
import { retrievePassages, canLookUp, type RetrieveInput } from './retrieve-passages.js';
import { buildQuery } from '../../../context/retrieval/build-query.js';
import { packLevels, renderLevels, type FoundLevel } from '../../../context/threads/pack-levels.js';
import { questionKind } from '../../../context/retrieval/question-kind.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { loadPassageTexts } from '../../../store/passages/load-passage-texts.js';
import { searchPassages } from '../../../store/passages/search-passages.js';

interface FindInput {
  execution: ExecutionFacts;
  conversationId: number;
  searches: Searches;
  step: number;
  base: number;
  embedder: Embedder | undefined;
  before?: StoredPlanFacts | undefined;
}

type Found = Pick<LookedUp, 'passages' | 'foundAbove' | 'warnings'>;

const NONE: Found = { passages: undefined, foundAbove: undefined, warnings: [] };

/** Embedding models accept only a few thousand tokens. */
const MAX_EMBEDDED_CHARACTERS = 4_000;

type RetrieveAboveInput = NonNullable<Searches['above']> &
  Pick<RetrieveInput, 'embed' | 'readLexemes' | 'now'>;

/** Later steps of the turn reuse the first one's passages. */
export async function findPassages(db: Database, input: FindInput): Promise<Found> {
  const { searches } = input;
  if (!searches.own && !searches.above) return NONE;
  try {
    const known = await findKnown(db, input);
    return known ? await recall(db, { ...input, known }) : await search(db, input);
  } catch (error) {
    const reason = errorMessage(error);
    log.warn('The older messages could not be searched', { reason });
    const warning = `The older messages could not be searched: ${reason.slice(0, 200)}`;
    return { ...NONE, warnings: [warning] };
  }
}

type Known = Awaited<ReturnType<typeof findSentPassages>>;

async function findKnown(db: Database, { execution, base, step, before }: FindInput): Promise<Known> {
  const key = { executionId: execution.id, after: base, before: step };
  if (before) return before.keepsPassages ? findSentPassages(db, { ...key, before: step + 1 }) : undefined;
  return step > base + 1 ? findSentPassages(db, key) : undefined;
}

async function recall(
  db: Database,
  { execution, conversationId, searches, known }: FindInput & { known: NonNullable<Known> },
): Promise<Found> {
  const { passages, by, above } = known;
  const found: Found = { passages: undefined, foundAbove: undefined, warnings: [] };
  if (searches.own && passages.length > 0) {
    const quotes = await loadQuotes(db, { conversationId, branch: execution.branch, passages });
    found.passages = {
      passages,
      found: quotes,
      text: renderPassages(quotes, { mark: BROKEN_OFF }),
      by: by ?? undefined,
    };
  }
  if (searches.above && above !== null) {
    const texts = await loadExecutionTexts(db, { executionId: execution.id, hashes: [above.text] });
    found.foundAbove = { places: above.places, text: texts.get(above.text) ?? '' };
  }
  return found;
}

async function search(
  db: Database,
  { execution, conversationId, searches, embedder, before }: FindInput,
): Promise<Found> {
  const warnings: string[] = [];
  const now = before?.plannedAtMs ?? Date.now();
  let asked: Promise<QuestionEmbedding | undefined> | undefined;
  const askOnce = embedder && ((text: string) => (asked ??= embed(text, { embedder, warnings })));
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
      branch: execution.branch,
      now,
      speakers: execution.speakers ?? [],
      readLexemes: readOnce,
      embed: askOnce,
    }));
  const foundAbove =
    searches.above &&
    (await retrieveAbove(db, { ...searches.above, now, readLexemes: readOnce, embed: askOnce }));
  return { passages, foundAbove, warnings };
}

async function embed(
  text: string,
  { embedder, warnings }: { embedder: Embedder; warnings: string[] },
): Promise<QuestionEmbedding | undefined> {
  const asked = await embedQuestion(embedder, { text: text.slice(0, MAX_EMBEDDED_CHARACTERS) });
  if (asked.kind === 'embedded') return { model: embedder.model, vector: asked.vector };
  log.warn('A question could not be embedded', { reason: asked.reason });
  warnings.push(
    `Older messages were searched by words only, because the question has no vector: ${asked.reason.slice(0, 200)}`,
  );
  return undefined;
}

async function retrieveAbove(db: Database, input: RetrieveAboveInput): Promise<LookedUp['foundAbove']> {
  const { levels, text, tokens, now = Date.now() } = input;
  if (!canLookUp(text) || tokens <= 0) return undefined;
  const [lexemes, embedding] = await Promise.all([input.readLexemes(text), input.embed?.(text)]);
  const query = buildQuery({ lexemes, text, names: [], now });
  const kind = questionKind(text);
  const found: FoundLevel[] = [];
  for (const { conversationId, branch, depth, after, before } of levels) {
    const search = { conversationId, branch, after, before, terms: query.terms, embedding };
    const { rows, facts } = await searchPassages(db, { ...search, seeksAnswers: kind === 'said' });
    found.push({ conversationId, branch, depth, rows, facts });
  }
  const packed = packLevels(found, { query, kind, budgetTokens: tokens, countText: countTextTokens });
  const quoted = [];
  for (const { conversationId, branch, depth, passages } of packed) {
    const texts = await loadPassageTexts(db, { conversationId, branch, passages });
    quoted.push({ depth, found: texts.map(({ at, ...passage }) => ({ ...passage, atMs: at.getTime() })) });
  }
  const places = quoted.flatMap(({ depth, found }) =>
    [...new Set(found.map(({ seq }) => seq))].map((seq) => [depth, seq] as const),
  );
  return places.length === 0 ? undefined : { text: renderLevels(quoted), places };
}
