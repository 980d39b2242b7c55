import { toSeenJson } from '../../protocol/unseen-characters.js';
import { describeCutOff } from '../format/describe-cut-off.js';
import { printable } from '../format/printable.js';
import type { Output } from '../format/output.js';
import { describeError } from '../program/describe-error.js';
import type { TurnEnd } from './follow-turn.js';

/** Does not print a retried text, which was printed already. */
export function printTurnEnd(end: TurnEnd, output: Output): void {
  if (output.isJson || end.status === 'completed')
    output.result(end, () => (end.status === 'completed' ? wordAnswer(end) : ''));
  noteEnd(end, output);
}

function wordAnswer({ text, object }: Extract<TurnEnd, { status: 'completed' }>): string {
  return object === undefined ? printable(text).replace(/\n$/, '') : toSeenJson(object, 2);
}

export function noteEnd(end: TurnEnd, output: Output): void {
  if (end.status === 'completed' && end.finishReason)
    output.note(output.noteStyle.yellow(describeCutOff(end.finishReason)));
  if (end.status === 'failed')
    output.note(describeError(`Turn '${end.turnId}' failed: ${end.error.message} (${end.error.type})`));
  if (end.status === 'cancelled') output.note(`Turn '${end.turnId}' was canceled`);
}
