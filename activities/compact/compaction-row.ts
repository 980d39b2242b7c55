import type { CallContents } from '../../context/call/call-contents.js';
import { isAbove, leadCall, type LeadingText } from '../../context/call/leading-texts.js';
import type { PlannedCall } from '../../context/call/plan-call.js';
import { isCompactionDue, type CompactionSettings } from '../../context/plan/is-compaction-due.js';
import { compactedTokens } from '../../context/compaction/plan-compaction.js';
import { summaryMessage } from '../../context/compaction/summary-message.js';
import { withTouched } from '../../context/compaction/touched-part.js';
import type { CompactionParts } from '../../context/compaction/plan-compaction.js';
import type { Counters } from '../../context/text/counters.js';
import type { CompactionRow } from '../../store/calls/compactions.js';
import { listSeqs, type ThreadPart } from './cover-history.js';
import type { SummaryOutcome } from './summarize-past.js';

export interface CompactionRowInput {
  step: number;
  outcome: SummaryOutcome;
  planned: PlannedCall;
  contents: CallContents;
  parts: CompactionParts;
  thread: ThreadPart;
  counters: Counters;
  table: string;
  compaction: CompactionSettings;
}

export function toCompactionRow(input: CompactionRowInput): CompactionRow {
  const { outcome, table, compaction, planned } = input;
  if (outcome.kind !== 'summary' || table === '') return buildRow(input);
  const row = buildRow({ ...input, outcome: { ...outcome, text: withTouched(outcome.text, table) } });
  const total = row.tokensAfter ?? 0;
  const { reserve, window } = planned.manifest;
  const fits = row.status === 'adopted' && !isCompactionDue(compaction, { total, reserve, window });
  return fits ? row : buildRow(input);
}

function buildRow(input: CompactionRowInput): CompactionRow {
  const { step, outcome, planned, contents, parts, thread, counters } = input;
  const { plan, manifest } = planned;
  const leading = leadCall(contents);
  const prompts = (manifest.system === null ? 0 : 1) + leading.length;
  const common = {
    step: Math.max(step, step + outcome.steps - 1),
    ...summarized(input),
    tokensBefore: plan.total,
    messagesBefore: plan.viewed.length + prompts,
  };
  if (outcome.kind !== 'summary')
    return {
      ...common,
      status: outcome.kind,
      reason: outcome.reason.slice(0, 500),
      summary: null,
      tokensAfter: null,
      messagesAfter: null,
    };
  const countSystem = (content: string): number => counters.countMessage({ role: 'system', content });
  // The new summary replaces the previous one and the retrieved passages.
  const stays = leading.filter(
    (one) => isAbove(one) || (thread.kind !== 'summarized' && one.from !== 'compaction'),
  );
  const isReplaced = ({ from }: LeadingText): boolean => thread.kind === 'covered' && from === 'summary';
  const gone = leading.filter((one) => !stays.includes(one) || isReplaced(one));
  const own = outcome.text === '' ? 0 : countSystem(summaryMessage(outcome.text));
  const tokensAfter = compactedTokens({
    systemTokens: manifest.systemTokens - gone.reduce((sum, { text }) => sum + countSystem(text), 0),
    toolTokens: manifest.toolTokens,
    summaryTokens: own + (thread.kind === 'covered' ? thread.summaryTokens : 0),
    kept: parts.kept,
  });
  const messagesAfter =
    parts.kept.length + (own > 0 ? 1 : 0) + stays.length + (manifest.system === null ? 0 : 1);
  const after = { tokensAfter, messagesAfter };
  return tokensAfter < plan.total
    ? { ...common, ...after, status: 'adopted', reason: null, summary: outcome.text }
    : { ...common, ...after, status: 'not-smaller', reason: 'The summary saves nothing', summary: null };
}

function summarized({
  step,
  contents,
  parts,
  thread,
}: CompactionRowInput): Pick<CompactionRow, 'firstSeq' | 'throughSeq' | 'throughStep'> {
  const { references, compaction } = contents;
  const seqs = listSeqs(parts.history, references);
  const keptSteps = parts.kept.flatMap(({ index }) => {
    const reference = references[index];
    return reference?.from === 'trace' ? [reference.step] : [];
  });
  const throughStep = Math.min(step, ...keptSteps) - 1;
  if (thread.kind === 'sent')
    return {
      firstSeq: compaction?.firstSeq ?? null,
      throughSeq: compaction?.throughSeq ?? null,
      throughStep,
    };
  return {
    firstSeq: thread.kind === 'covered' ? null : (compaction?.firstSeq ?? seqs[0] ?? null),
    throughSeq: seqs.at(-1) ?? compaction?.throughSeq ?? null,
    throughStep,
  };
}
