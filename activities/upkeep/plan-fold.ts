import {
  mergeRequest,
  requestOverhead,
  summarizeRequest,
  type SummaryRequestMessage,
} from '../../context/summary/summary-requests.js';
import type { Database } from '../../store/database.js';
import type { SummaryWork } from '../../store/summaries/summary-due.js';
import { findFirstWithin, loadSource, type SourceMessage } from '../../store/summaries/summary-source.js';
import type { SummaryWay } from '../../views/summary.js';
import { makeKey } from '../make-key.js';
import { fitSource } from './fit-source.js';
import type { Summarizer } from './summarizer.js';

export interface Fold {
  way: Exclude<SummaryWay, 'inline' | 'fork'>;
  request: readonly SummaryRequestMessage[];
  transcript: string;
  messages: readonly SourceMessage[];
  coversThrough: number;
  cut: { seq: number; leftTokens: number } | undefined;
}

export interface PlanFoldInput {
  work: SummaryWork;
  existing: string | undefined;
  summarizer: Summarizer;
  share: number;
}

const MARGIN = 64;

/** A new summary covers all messages, or merges the newest summary with those that fit. */
export async function planFold(db: Database, input: PlanFoldInput): Promise<Fold | undefined> {
  const { work, existing } = input;
  const { clearedThrough, through } = work;
  if (existing === undefined || !work.isRegeneration)
    return fold(db, input, { existing, after: work.base.coversThrough });
  const fresh = await fold(db, input, { existing: undefined, after: clearedThrough });
  if (fresh && fresh.coversThrough >= through) return fresh;
  const { conversationId, base } = work;
  const { branch } = base;
  const tokens = measureRoom(input, existing).plain;
  const first = await findFirstWithin(db, { conversationId, branch, after: clearedThrough, through, tokens });
  return fold(db, input, { existing, after: Math.min(first - 1, base.coversThrough) });
}

async function fold(
  db: Database,
  input: PlanFoldInput,
  { existing, after }: { existing: string | undefined; after: number },
): Promise<Fold | undefined> {
  const { work, summarizer } = input;
  const { conversationId, base, through, budget: tokens } = work;
  const { branch } = base;
  const { room, plain } = measureRoom(input, existing);
  if (room < 1) return undefined;
  const source = await loadSource(db, { conversationId, branch, after, through, tokens: plain });
  const { messages, transcript, cut } = fitSource(source, { room, counters: summarizer.counters });
  const last = messages.at(-1);
  if (!last) return undefined;
  const isMerge = existing !== undefined;
  return {
    way: isMerge ? 'merge' : 'summarize',
    request: isMerge
      ? mergeRequest({ summary: existing, transcript, tokens, key: makeKey() })
      : summarizeRequest({ transcript, tokens, key: makeKey() }),
    transcript,
    messages,
    cut,
    coversThrough: isMerge ? Math.max(last.seq, base.coversThrough) : last.seq,
  };
}

function measureRoom(
  { work, summarizer, share }: PlanFoldInput,
  existing: string | undefined,
): { room: number; plain: number } {
  const { counters, tokenFactor, window, maxOutputTokens } = summarizer;
  const fixed =
    counters.countText(requestOverhead(work.budget)) + counters.countText(existing ?? '') + MARGIN;
  const room = Math.floor((window - maxOutputTokens - fixed) * share);
  return { room, plain: Math.max(0, Math.floor(room / tokenFactor)) };
}
