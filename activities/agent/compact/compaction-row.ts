import type { CallContents } from '../../../context/call/call-contents.js';
import { isAbove, leadCall } from '../../../context/call/leading-texts.js';
import type { PlannedCall } from '../../../context/call/plan-call.js';
import { isCompactionDue, type CompactionSettings } from '../../../context/compaction/is-compaction-due.js';
import { compactedTokens } from '../../../context/compaction/plan-compaction.js';
import { summaryMessage } from '../../../context/compaction/summary-message.js';
import { withTouched } from '../../../context/compaction/touched-part.js';
import type { ContextEntry } from '../../../context/entries.js';
import type { Counters } from '../../../context/planning-tools.js';
import type { CompactionRow } from '../../../store/calls/compactions.js';
import type { SummaryOutcome } from './summarize-past.js';

export interface CompactionRowInput {
  /** The first step that the compaction could take. */
  step: number;
  outcome: SummaryOutcome;
  /** The call that is due, as it would be made without a summary. */
  planned: PlannedCall;
  contents: CallContents;
  /** The messages that stay beside the summary. */
  kept: readonly ContextEntry[];
  counters: Counters;
  /** The list of what was touched so far; empty: nothing. */
  table: string;
  /** When the history would be compacted again. */
  compaction: CompactionSettings;
}

/**
 * How a compaction ended: adopted only when the context is smaller with the summary than it was. What was touched stands
 * behind the summary where there is room for it, and costs no adoption.
 */
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
  const { step, outcome, planned, contents, kept, counters } = input;
  const { plan, manifest } = planned;
  const leading = leadCall(contents);
  const prompts = (manifest.system === null ? 0 : 1) + leading.length;
  const common = {
    // The last step it took: readers of the turn are told of it there.
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
  // The new summary covers the earlier one and the passages that were found, so they are not sent again.
  const stays = leading.filter(isAbove);
  const earlier = leading.filter((one) => !stays.includes(one)).map(({ text }) => countSystem(text));
  const tokensAfter = compactedTokens({
    systemTokens: manifest.systemTokens - earlier.reduce((sum, tokens) => sum + tokens, 0),
    toolTokens: manifest.toolTokens,
    summaryTokens: countSystem(summaryMessage(outcome.text)),
    kept,
  });
  const messagesAfter = kept.length + 1 + stays.length + (manifest.system === null ? 0 : 1);
  const after = { tokensAfter, messagesAfter };
  return tokensAfter < plan.total
    ? { ...common, ...after, status: 'adopted', reason: null, summary: outcome.text }
    : { ...common, ...after, status: 'not-smaller', reason: 'The summary saves nothing', summary: null };
}

/** Finds the range a summary replaces: the thread's messages before the turn's, and the steps before those kept. */
function summarized({
  step,
  contents,
  kept,
}: CompactionRowInput): Pick<CompactionRow, 'firstSeq' | 'throughSeq' | 'throughStep'> {
  const { references, turnStart, compaction } = contents;
  const seqs = references.flatMap((reference, index) =>
    reference.from === 'conversation' && index !== turnStart ? [reference.seq] : [],
  );
  const keptSteps = kept.flatMap(({ index }) => {
    const reference = references[index];
    return reference?.from === 'trace' ? [reference.step] : [];
  });
  return {
    firstSeq: compaction?.firstSeq ?? seqs[0] ?? null,
    throughSeq: seqs.at(-1) ?? compaction?.throughSeq ?? null,
    throughStep: Math.min(step, ...keptSteps) - 1,
  };
}
