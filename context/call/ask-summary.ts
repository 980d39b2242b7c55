import type { SentDirective } from '../sent/sent-kinds.js';
import type { CallRoom } from './call-room.js';
import type { CallRows } from './call-rows.js';
import { findDueSummary } from './due-summary.js';
import type { LeadingText } from './leading-texts.js';

/** A summary to ask for with an answer, but for the words. */
export type AskedSummary = Omit<SentDirective, 'from' | 'text' | 'tokens'> & { wantsTitle: boolean };

/**
 * The summary that is due with a call's answer and may be asked for with it; undefined: none is, or the call is not
 * shown the one that it would take in.
 */
export function askSummary(input: {
  rows: Pick<CallRows, 'execution' | 'node' | 'window'>;
  leading: readonly LeadingText[];
  room: CallRoom;
  /** A new key, see `metaSentinels`. */
  key: string;
  hasFailed?: boolean | undefined;
}): AskedSummary | undefined {
  const { rows, leading, key } = input;
  const { summaryOrdinal, threadDepth, title, currentSeq } = rows.execution;
  const due = findDueSummary(input);
  if (due === undefined || currentSeq === null) return undefined;
  const shown = leading.find(({ from }) => from === 'summary');
  if (summaryOrdinal !== null && shown === undefined) return undefined;
  // A summary that is shown in part must not be replaced by what was made of the part.
  if (shown?.from === 'summary' && shown.isCut) return undefined;
  return {
    base: { ordinal: summaryOrdinal, coversThrough: due.coversThrough },
    coversThrough: currentSeq,
    budget: due.budget,
    key,
    wantsTitle: title === null && threadDepth === 0,
  };
}
