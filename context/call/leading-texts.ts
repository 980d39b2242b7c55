import { summaryMessage } from '../compaction/summary-message.js';
import { quoted } from '../text/quoted.js';
import { cutAtTopic } from '../summary/cut-at-topic.js';
import { summaryBudget } from '../summary/summary-budget.js';
import { summaryHeading } from '../summary/summary-heading.js';
import type { CallRows, RowCounters } from './call-rows.js';
import type { FixedText } from './frame-call.js';
import type { SelectedStanding } from '../standing/select-standing.js';
import type { LookedUp } from './look-up.js';

export type LeadingText = Extract<
  FixedText,
  {
    from:
      'standing' | 'compaction' | 'ancestor' | 'above' | 'anchor' | 'summary' | 'found-above' | 'passages';
  }
>;

interface LeadInput {
  rows: Pick<CallRows, 'execution' | 'node' | 'window'>;
  standing: SelectedStanding['selected'];
  found: LookedUp;
  share: number;
  countText: RowCounters['countText'];
}

/** Puts the most stable text first, because providers cache prefixes. */
export function leadRows(input: LeadInput): LeadingText[] {
  const { passages, foundAbove } = input.found;
  return [
    ...(input.standing ? [{ from: 'standing' as const, ...input.standing }] : []),
    ...input.found.above.texts,
    ...leadSummary(input),
    ...(foundAbove ? [{ from: 'found-above' as const, ...foundAbove }] : []),
    ...(passages ? [{ from: 'passages' as const, ...passages }] : []),
  ];
}

/** A compaction that covers messages replaces both the conversation's summary and the passages. */
export function leadCall({
  compaction,
  leading,
}: {
  compaction: { step: number; summary: string; firstSeq: number | null } | undefined;
  leading: readonly LeadingText[];
}): LeadingText[] {
  if (!compaction) return [...leading];
  const { step, summary, firstSeq } = compaction;
  const summarized: LeadingText[] =
    summary === '' ? [] : [{ from: 'compaction', step, text: summaryMessage(summary) }];
  if (firstSeq === null) {
    const found = leading.filter(({ from }) => from === 'passages' || from === 'found-above');
    return [...leading.filter((one) => !found.includes(one)), ...summarized, ...found];
  }
  const standing = leading.filter(({ from }) => from === 'standing');
  return [...standing, ...summarized, ...leading.filter(isAbove)];
}

export function labelSummary(leading: readonly LeadingText[], firstSeq: number): LeadingText[] {
  const heading = summaryHeading(firstSeq);
  return leading.map((one) =>
    one.from === 'summary' ? { ...one, heading, text: heading + quoted(one.body) } : one,
  );
}

export function isAbove({ from }: LeadingText): boolean {
  return from === 'ancestor' || from === 'above' || from === 'anchor';
}

function leadSummary({ rows, found: { summary }, share, countText }: LeadInput): LeadingText[] {
  if (!summary) return [];
  const { ordinal, content, tokens, coversThrough } = summary;
  const { summaries } = rows.node.history;
  const heading = summaryHeading(rows.window?.rows[0]?.seq ?? coversThrough + 1);
  const room = Math.min(share, summaryBudget(rows.execution.threadDepth, summaries?.tokens));
  const isCut = tokens > room;
  const body = isCut ? cutAtTopic({ text: content, tokens: room, countText }) : content;
  const text = heading + quoted(body);
  return [{ from: 'summary', ordinal, coversThrough, heading, body, text, isCut }];
}
