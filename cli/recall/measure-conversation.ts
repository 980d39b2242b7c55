import { countMessageTokens } from '../../models/counting/count-tokens.js';
import type { Embedder } from '../../models/embeddings.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { historySettings } from '../../flow/settings/history-settings.js';
import type { Database } from '../../store/database.js';
import { importConversation } from '../../store/conversation/import-conversation.js';
import type { QuestionEmbedding } from '../../store/passages/nearest-passages.js';
import { fillContext } from './fill-context.js';
import { isInside, type MessagePart, type ShownMessages } from './is-inside.js';
import { PlainBm25 } from './plain-bm25.js';
import type { RecallLine, RecallQuestion } from './read-recall-line.js';
import type { FoundEvidence, RecallTally } from './recall-tally.js';
import { summarizeChat, type ChatSummarizer, type ChatSummary } from './summarize-chat.js';
import { countWords, findTellingSentence, type WordCounts, rarity, readWords } from './telling-sentence.js';
import { embedMissing } from '../../store/passages/embed-missing.js';
import { cutSentences } from '../../context/retrieval/cut-sentences.js';

/** How much of a sentence's weighted words a summary must contain. Below 1, because a summary uses other words. */
const LEAST_SHARE = 0.6;
const HAS_DIGIT = /\p{N}/u;

interface RecallConversationInput {
  line: RecallLine;
  number: number;
  flow: FlowDefinition;
  summarizer: ChatSummarizer;
  embedder: Embedder | undefined;
  tally: RecallTally;
  isCompared: boolean;
  signal: AbortSignal;
  onAsked: (asked: number) => void;
  onCovered: (through: number) => void;
  onEmbedded: (passages: number) => void;
}

export async function measureConversation(db: Database, input: RecallConversationInput): Promise<void> {
  const { line, tally, signal, isCompared, embedder } = input;
  const conversationId = await storeConversation(db, input);
  const last = line.messages.length;
  const summary = await summarizeChat(db, { ...input, ...input.summarizer, conversationId, last });
  if (embedder) await embedChat(db, { ...input, embedder, conversationId });
  const { messages: windowMessages } = historySettings(input.flow);
  const speakers = [...new Set(line.messages.flatMap(({ name }) => name ?? []))];
  const plain = isCompared ? await PlainBm25.read(db, { conversationId, line }) : undefined;
  const words = countWords(line.messages.map(({ text }) => text));
  for (const [at, question] of line.questions.entries()) {
    if (signal.aborted) return;
    const evidence = findEvidence(line, { question, words });
    const embedding = await embedQuestion(embedder, question);
    const inSummary = summary && findInSummary(summary, { line, evidence, words });
    for (const tokens of tally.budgets) {
      if (signal.aborted) return;
      const asked = { conversationId, tokens, question: question.question, speakers, embedding };
      const startedMs = performance.now();
      const context = await fillContext(db, { ...asked, last, windowMessages });
      const ms = performance.now() - startedMs;
      const found = lookFor(evidence, context);
      const bm25 = plain && lookFor(evidence, await plain.fill(asked));
      tally.add({ tokens, type: question.type, ms, ...found, bm25, summary: inSummary });
    }
    input.onAsked(at + 1);
  }
}

/** Throws if the embedder fails: searching by words alone would change the measurement. */
async function embedQuestion(
  embedder: Embedder | undefined,
  { question }: RecallQuestion,
): Promise<QuestionEmbedding | undefined> {
  const [vector] = (await embedder?.embed([question])) ?? [];
  return !embedder || !vector ? undefined : { model: embedder.model, vector };
}

async function storeConversation(
  db: Database,
  { line, number, flow }: RecallConversationInput,
): Promise<number> {
  const imported = await importConversation(db, {
    workflowId: `recall-${number}`,
    flow: flow.slug,
    user: 'recall',
    messages: line.messages,
    countTokens: (content) => countMessageTokens({ role: 'user', content }),
  });
  if (imported.kind !== 'imported') throw new Error(`The conversation cannot be stored: ${imported.kind}`);
  return imported.conversationId;
}

interface Evidence {
  whole: readonly MessagePart[];
  sentences: readonly MessagePart[];
}

function findEvidence(
  { messages }: RecallLine,
  { question: { question, answer, evidence }, words }: { question: RecallQuestion; words: WordCounts },
): Evidence {
  const all = evidence.map((seq) => ({ seq, text: messages[seq - 1]?.text ?? '' }));
  const asked = `${question} ${answer ?? ''}`;
  return {
    whole: all.map(({ seq, text }) => ({ seq, start: 0, end: text.length })),
    sentences: all.map((message) => findTellingSentence(message, { asked, words })),
  };
}

function lookFor({ whole, sentences }: Evidence, context: ShownMessages): FoundEvidence {
  const shown = sentences.filter((sentence) => isInside(context, sentence)).length;
  return { isFound: whole.every((part) => isInside(context, part)), sentences: shown / sentences.length };
}

function findInSummary(
  { text, coversThrough }: ChatSummary,
  { line, evidence, words }: { line: RecallLine; evidence: Evidence; words: WordCounts },
): number | undefined {
  const parts = readParts(text);
  const covered = evidence.sentences.filter(({ seq }) => seq <= coversThrough);
  if (covered.length === 0) return undefined;
  const inSummary = covered.filter(({ seq, start, end }) =>
    holdsSentence(parts, line.messages[seq - 1]?.text.slice(start, end) ?? '', words),
  );
  return inSummary.length / covered.length;
}

const STEP = 64;

async function embedChat(
  db: Database,
  {
    conversationId,
    embedder,
    signal,
    onEmbedded,
  }: {
    conversationId: number;
    embedder: Embedder;
    signal: AbortSignal;
    onEmbedded: (passages: number) => void;
  },
): Promise<void> {
  let passages = 0;
  for (let isDone = false; !isDone && !signal.aborted; onEmbedded(passages)) {
    const made = await embedMissing(db, embedder, { conversationId, limit: STEP });
    passages += made.embedded;
    isDone = made.isDone;
  }
}

type KnownParts = readonly ReadonlySet<string>[];

export function readParts(summary: string): KnownParts {
  return summary
    .split(/;\s/)
    .flatMap((entry) => cutSentences(entry).map(({ start, end }) => readWords(entry.slice(start, end))));
}

/** All numbers and most words of the sentence. False for a sentence without words. */
export function holdsSentence(parts: KnownParts, sentence: string, words: WordCounts): boolean {
  const wanted = [...readWords(sentence)];
  const weigh = (some: readonly string[]): number => some.reduce((sum, word) => sum + rarity(word, words), 0);
  const least = LEAST_SHARE * weigh(wanted);
  return (
    wanted.length > 0 &&
    parts.some(
      (part) =>
        wanted.every((word) => part.has(word) || !HAS_DIGIT.test(word)) &&
        weigh(wanted.filter((word) => part.has(word))) >= least,
    )
  );
}
