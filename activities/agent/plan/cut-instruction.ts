import { cutText } from '../../../context/plan/cut-text.js';
import { MAX_STEP_CHARACTERS } from '../../../protocol/step-queues.js';

/** Truncates a rendered instruction in the middle, because it is always sent. */
export function cutInstruction(text: string): string {
  if (text.length <= MAX_STEP_CHARACTERS) return text;
  const cut = cutText(text, {
    total: text.length,
    room: MAX_STEP_CHARACTERS,
    countText: ({ length }) => length,
    marker: (left) => `\n[… ${left} characters left out here …]\n`,
  });
  if (cut === undefined) throw new Error('There is no room for the mark of what is left out');
  return cut.text;
}
