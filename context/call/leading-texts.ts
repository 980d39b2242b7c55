import { summaryMessage } from '../compaction/summary-message.js';
import { cutAtTopic } from '../summary/cut-at-topic.js';
import { summaryBudget } from '../summary/summary-budget.js';
import { summaryHeading } from '../summary/summary-prefix.js';
import { ancestorText } from '../threads/ancestor-text.js';
import { anchorText } from '../threads/anchor-text.js';
import { cutText } from '../trim/cut-text.js';
import type { CallRows, RowCounters } from './call-rows.js';
import type { FixedText } from './frame-call.js';
import type { LookedUp } from './look-up.js';

/** A system text of ours that leads what is sent: it replaces messages that are not sent. */
export type LeadingText = Extract<
  FixedText,
  { from: 'compaction' | 'ancestor' | 'anchor' | 'summary' | 'passages' }
>;

interface LeadInput {
  rows: Pick<CallRows, 'execution' | 'node'>;
  found: LookedUp;
  /** Plain tokens that one of them may have. */
  share: number;
  countText: RowCounters['countText'];
}

/** The texts that replace what is older than the rows: of the threads above, the summary, what was found. */
export function leadRows(input: LeadInput): LeadingText[] {
  const { passages } = input.found;
  return [
    ...leadAncestors(input),
    ...leadAnchor(input),
    ...leadSummary(input),
    ...(passages === undefined ? [] : [{ from: 'passages' as const, ...passages }]),
  ];
}

/** After a compaction its summary covers what the thread's did, too, and what was found in it. */
export function leadCall({
  compaction,
  leading,
}: {
  compaction: { step: number; summary: string } | undefined;
  leading: readonly LeadingText[];
}): LeadingText[] {
  if (compaction === undefined) return [...leading];
  const { step, summary } = compaction;
  return [
    { from: 'compaction', step, text: summaryMessage(summary) },
    ...leading.filter(({ from }) => from === 'ancestor' || from === 'anchor'),
  ];
}

function leadAncestors({ found: { ancestors }, share, countText }: LeadInput): LeadingText[] {
  // Together they have one share of the window: there may be many threads above.
  const tokens = Math.max(1, Math.floor(share / Math.max(1, ancestors.length)));
  return ancestors.flatMap(({ depth, summary: whole }): LeadingText[] => {
    if (whole === null) return [];
    const summary = cutAtTopic({ text: whole, tokens, countText });
    return [{ from: 'ancestor', text: ancestorText({ depth, summary }) }];
  });
}

function leadAnchor({ found: { anchor }, share, countText }: LeadInput): LeadingText[] {
  if (anchor === null) return [];
  const text = fitAnchor(anchor.text, { room: 2 * share, countText });
  return [{ from: 'anchor', text: anchorText({ ...anchor, text }) }];
}

/** In full, but for one that would leave no room for what is said about it: its middle is left out then. */
function fitAnchor(
  text: string,
  { room, countText }: { room: number; countText: RowCounters['countText'] },
): string {
  const total = countText(text);
  if (total <= room) return text;
  const marker = (left: number): string => `\n[… ${left} tokens left out of the middle …]\n`;
  return cutText(text, { total, room, countText, marker })?.text ?? '';
}

function leadSummary({ rows, found: { summary }, share, countText }: LeadInput): LeadingText[] {
  if (summary === undefined) return [];
  const { ordinal, content, tokens, coversThrough } = summary;
  const { messages, summaries } = rows.node.history;
  const heading = summaryHeading(messages + 1);
  const room = Math.min(share, summaryBudget(rows.execution.threadDepth, summaries?.tokens));
  const isCut = tokens > room;
  const text = isCut ? cutAtTopic({ text: content, tokens: room, countText }) : content;
  return [{ from: 'summary', ordinal, coversThrough, heading, text: heading + text, isCut }];
}
