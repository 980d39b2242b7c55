import type { SentDirective } from '../sent/sent-kinds.js';
import { savesTokens } from '../summary/least-replaced.js';
import { summaryBudget } from '../summary/summary-budget.js';
import type { CallRows } from './call-rows.js';
import type { LeadingText } from './leading-texts.js';

/** A summary to ask for with an answer, but for the words. */
export type AskedSummary = Omit<SentDirective, 'from' | 'text' | 'tokens'> & { wantsTitle: boolean };

/** A summary may take one part in this many of what an answer may have. */
const OUTPUT_SHARE = 2;

/**
 * The summary that is due with a call's answer and may be asked for with it; undefined: none is, or the call is not
 * shown the one that it would take in.
 */
export function askSummary(input: {
  rows: Pick<CallRows, 'execution' | 'node' | 'window'>;
  leading: readonly LeadingText[];
  /** Tokens that the answer may have. */
  outputLimit: number;
  /** Plain tokens of the model's window without its reserve. */
  windowRoom: number;
  /** A new key, see `metaSentinels`. */
  key: string;
  /** The model was asked before, and gave none that is of use: then it is made after the turn. */
  hasFailed?: boolean | undefined;
}): AskedSummary | undefined {
  const { rows, leading, outputLimit, key, hasFailed } = input;
  const { execution, node } = rows;
  const { summaryOrdinal, threadDepth, title, currentSeq } = execution;
  const { summaries, messages } = node.history;
  if (
    hasFailed === true ||
    summaries?.inline !== true ||
    currentSeq === null ||
    execution.conversationId === null
  )
    return undefined;
  if (!mayAsk(node)) return undefined;
  const shown = leading.find(({ from }) => from === 'summary');
  if (summaryOrdinal !== null && shown === undefined) return undefined;
  // A summary that is shown in part must not be replaced by what was made of the part.
  if (shown?.from === 'summary' && shown.isCut) return undefined;
  const coversThrough = Math.max(execution.coversThrough ?? 0, execution.clearedThrough ?? 0);
  // An answer must not be cut short by what is appended to it.
  const budget = summaryBudget(threadDepth, summaries.tokens);
  if (outputLimit < OUTPUT_SHARE * budget) return undefined;
  // With the answer there are as many messages, and the next one is more than the window holds.
  const isDue = summaries.every === 'turn' || currentSeq + 1 - coversThrough >= messages;
  if (!isDue || !isWorthIt(input, { coversThrough, budget })) return undefined;
  return {
    base: { ordinal: summaryOrdinal, coversThrough },
    coversThrough: currentSeq,
    budget,
    key,
    wantsTitle: title === null && threadDepth === 0,
  };
}

/** Whether what the summary takes in has as many tokens as what it may cost. After every turn it is made whatever it saves. */
function isWorthIt(
  { rows, windowRoom }: Parameters<typeof askSummary>[0],
  { coversThrough, budget }: { coversThrough: number; budget: number },
): boolean {
  const { summaries, tokens, characters } = rows.node.history;
  if (summaries === undefined || summaries.every === 'turn') return true;
  const room = { tokens, characters, window: windowRoom };
  const uncovered = (rows.window?.rows ?? []).filter(({ seq }) => seq > coversThrough);
  const replaced = uncovered.reduce((sum, one) => sum + one.tokens, 0);
  return savesTokens(
    { messages: uncovered.length, tokens: replaced },
    { budget, room, minTokens: summaries.minTokens },
  );
}

/** Of a run with several answers nobody knows which is the last. */
function mayAsk({ speaksLast, seesHistory, prompt, instructions }: CallRows['node']): boolean {
  return speaksLast && seesHistory && prompt === undefined && instructions === undefined;
}
