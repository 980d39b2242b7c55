import { log } from '@temporalio/activity';
import { renderPassages } from '../../../context/retrieval/render-passages.js';
import { ancestorText } from '../../../context/threads/ancestor-text.js';
import { anchorText } from '../../../context/threads/anchor-text.js';
import { cutText } from '../../../context/trim/cut-text.js';
import { cutAtTopic } from '../../../context/summary/cut-at-topic.js';
import { summaryBudget } from '../../../context/summary/summary-budget.js';
import { summaryHeading } from '../../../context/summary/summary-prefix.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { embedQuestion, type Embedder } from '../../../models/embeddings.js';
import { errorMessage } from '../../../protocol/error-message.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';
import type { QuestionEmbedding } from '../../../store/passages/nearest-passages.js';
import { loadQuotes } from '../../../store/passages/load-quotes.js';
import { findSentPassages } from '../../../store/calls/planned-calls.js';
import { loadAncestry } from '../../../store/threads/load-ancestry.js';
import { findSummary, type AdoptedSummary } from '../../../store/summaries/summary-head.js';
import type { GatheredThread } from './gather-thread.js';
import type { LeadingText } from './leading-text.js';
import type { NodeContext } from './node-context.js';
import { retrievePassages, type Retrieved } from './retrieve-passages.js';
import { windowOf } from './window-of.js';

/** What stands for the part of a thread that is older than what is sent of it. */
export interface GatheredLeading {
  leading: LeadingText[];
  /** The summary that stands for the oldest messages, sent or not. */
  summary: AdoptedSummary | undefined;
  warnings: string[];
}

export interface GatherLeadingInput {
  execution: ExecutionFacts & { conversationId: number };
  node: NodeContext;
  step: number;
  older: GatheredThread['older'];
  /** Messages of the raw window that are not sent whole: they are looked through as well. */
  replaced: readonly number[];
  /** What is asked. */
  question: string;
  embedder: Embedder | undefined;
}

/**
 * Of a small window the summary, and what is found, may each take one part in this many: the messages themselves
 * say more.
 */
const WINDOW_PARTS = 8;

/** Reads the summary of a thread, and looks up what the newest message asks for, once a turn of a node. */
export async function gatherLeading(db: Database, input: GatherLeadingInput): Promise<GatheredLeading> {
  const { execution, node, older, replaced } = input;
  const { conversationId, summaryOrdinal, threadDepth } = execution;
  const { window, reserve } = windowOf(node.config);
  const most = Math.floor((window - reserve) / WINDOW_PARTS);
  const above = threadDepth > 0 && node.seesHistory ? await gatherAncestry(db, { conversationId, most }) : [];
  const oldestReplaced = replaced.length === 0 ? undefined : Math.min(...replaced);
  // Of what is sent raw nothing is looked up, but for what a placeholder stands for.
  const places =
    older ?? (oldestReplaced !== undefined && { after: oldestReplaced - 1, before: oldestReplaced });
  if (!places) return { leading: above, summary: undefined, warnings: [] };
  const summary =
    older === undefined || node.history.summaries === undefined || summaryOrdinal === null
      ? undefined
      : await findSummary(db, { conversationId, ordinal: summaryOrdinal });
  const found = await findPassages(db, {
    ...{ ...input, places },
    tokens: Math.min(most, node.history.retrieval?.tokens ?? 0),
  });
  return {
    leading: [
      ...above,
      ...(summary === undefined ? [] : [toPrefix(summary, { ...input, most })]),
      ...(found.passages === undefined ? [] : [{ from: 'passages' as const, ...found.passages }]),
    ],
    summary,
    warnings: found.warnings,
  };
}

/** What a sub-thread is sent of the threads above it: their summaries, root first, then what it hangs on. */
async function gatherAncestry(
  db: Database,
  { conversationId, most }: { conversationId: number; most: number },
): Promise<LeadingText[]> {
  const { ancestors, anchor } = await loadAncestry(db, conversationId);
  // Together they have one share of the window: there may be many threads above.
  const tokens = Math.max(1, Math.floor(most / Math.max(1, ancestors.length)));
  const summaries = ancestors.flatMap(({ depth, summary: whole }): LeadingText[] => {
    if (whole === null) return [];
    const summary = cutAtTopic({ text: whole, tokens, countText: countTextTokens });
    return [{ from: 'ancestor', text: ancestorText({ depth, summary }) }];
  });
  if (anchor === null) return summaries;
  return [
    ...summaries,
    { from: 'anchor', text: anchorText({ ...anchor, text: fitAnchor(anchor.text, 2 * most) }) },
  ];
}

/** In full, but for one that would leave no room for what is said about it: its middle is left out then. */
function fitAnchor(text: string, room: number): string {
  const total = countTextTokens(text);
  if (total <= room) return text;
  const marker = (left: number): string => `\n[… ${left} tokens left out of the middle …]\n`;
  return cutText(text, { total, room, countText: countTextTokens, marker })?.text ?? '';
}

function toPrefix(
  { ordinal, content, tokens, coversThrough }: AdoptedSummary,
  { node, most, execution }: GatherLeadingInput & { most: number },
): LeadingText {
  const heading = summaryHeading(node.history.messages + 1);
  const room = Math.min(most, summaryBudget(execution.threadDepth, node.history.summaries?.tokens));
  const isCut = tokens > room;
  const text = isCut ? cutAtTopic({ text: content, tokens: room, countText: countTextTokens }) : content;
  return { from: 'summary', ordinal, coversThrough, heading, text: heading + text, isCut };
}

/** Of a pasted text its beginning asks: embedding models take some thousand tokens. */
const MAX_EMBEDDED_CHARACTERS = 4_000;

type Found = { passages?: Retrieved; warnings: string[] };

/** What was found for a turn stands for all of its steps: the model goes on with what it was shown. */
async function findPassages(
  db: Database,
  input: GatherLeadingInput & { places: NonNullable<GatheredThread['older']>; tokens: number },
): Promise<Found> {
  const { execution, node, step, places, replaced, question, tokens, embedder } = input;
  const { id: executionId, conversationId, speakers } = execution;
  if (tokens === 0) return { warnings: [] };
  try {
    const known =
      step > node.base + 1
        ? await findSentPassages(db, { executionId, after: node.base, before: step })
        : undefined;
    if (known?.length === 0) return { warnings: [] };
    if (known !== undefined) {
      const found = await loadQuotes(db, { conversationId, passages: known });
      return { passages: { passages: known, found, text: renderPassages(found) }, warnings: [] };
    }
    const warnings: string[] = [];
    const passages = await retrievePassages(db, {
      ...{ conversationId, ...places, also: replaced, text: question, tokens, speakers: speakers ?? [] },
      ...(embedder && { embed: (text) => meaningOf(text, { embedder, warnings }) }),
    });
    return { ...(passages && { passages }), warnings };
  } catch (error) {
    // What could be found is a help, never a condition: the call goes on without, and says so.
    const reason = errorMessage(error);
    log.warn('Nothing could be looked up in the older messages', { reason });
    return { warnings: [`Nothing could be looked up in the older messages: ${reason.slice(0, 200)}`] };
  }
}

/** Without it words alone find: that is said, and the call goes on. */
async function meaningOf(
  text: string,
  { embedder, warnings }: { embedder: Embedder; warnings: string[] },
): Promise<QuestionEmbedding | undefined> {
  const asked = await embedQuestion(embedder, { text: text.slice(0, MAX_EMBEDDED_CHARACTERS) });
  if (asked.kind === 'embedded') return { model: embedder.model, vector: asked.vector };
  log.warn('A question could not be embedded', { reason: asked.reason });
  warnings.push(`Older messages were looked up by their words alone: ${asked.reason.slice(0, 200)}`);
  return undefined;
}
