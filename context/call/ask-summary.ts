import type { SentDirective } from '../sent/directive.js';
import type { CallRoom } from './call-room.js';
import type { CallRows } from './call-rows.js';
import { findDueSummary } from './due-summary.js';
import type { LeadingText } from './leading-texts.js';

export type AskedSummary = Omit<SentDirective, 'from' | 'text' | 'tokens'> & { wantsTitle: boolean };

export function askSummary(input: {
  rows: Pick<CallRows, 'execution' | 'node' | 'window'>;
  leading: readonly LeadingText[];
  room: CallRoom;
  key: string;
  hasFailed?: boolean | undefined;
}): AskedSummary | undefined {
  const { rows, leading, key } = input;
  const { summaryOrdinal, threadDepth, title, currentSeq } = rows.execution;
  const due = findDueSummary(input);
  if (!due || currentSeq === null) return undefined;
  const shown = leading.find(({ from }) => from === 'summary');
  if (summaryOrdinal !== null && !shown) return undefined;
  // The new summary replaces the old one, so the model must see all of the old one.
  if (shown?.from === 'summary' && shown.isCut) return undefined;
  return {
    base: { ordinal: summaryOrdinal, coversThrough: due.coversThrough },
    coversThrough: currentSeq,
    budget: due.budget,
    key,
    wantsTitle: title === null && threadDepth === 0,
  };
}
