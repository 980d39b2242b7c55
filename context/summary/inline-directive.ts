import { META_CLOSE, META_OPEN } from './meta-sentinels.js';
import { summaryRules } from './summary-rules.js';

export interface InlineDirectiveInput {
  /** Tokens for the summary. */
  budget: number;
  wantsTitle: boolean;
  /** Whether the context shows the summary so far. */
  hasSummary: boolean;
}

/**
 * Writes the system text, the last of a context, that asks a model to append the conversation's summary (and title) to
 * its answer, between sentinels that the reader is never shown.
 */
export function inlineDirective({ budget, wantsTitle, hasSummary }: InlineDirectiveInput): string {
  const title = wantsTitle ? ',"title":"<at most eight words>"' : '';
  const stands = hasSummary
    ? 'The summary stands for the whole conversation up to and including your answer: fold in the existing ' +
      'summary shown above, leaving out nothing of it that still holds.'
    : 'The summary stands for the whole conversation up to and including your answer.';
  return [
    'First answer the user as usual. Then, after the complete answer, append exactly this block and nothing after it:',
    META_OPEN,
    `{"summary":"<summary>"${title}}`,
    META_CLOSE,
    'The block is read by the system only. Never mention it, and never use its format or the [Topic: ...] format ' +
      'in the answer itself.',
    `Rules for the summary (valid JSON text, line breaks as \\n): ${stands} ${summaryRules(budget)}`,
    ...(wantsTitle ? ["The title names the conversation in the user's language, on one line."] : []),
  ].join('\n');
}
