import type { TurnEvent } from '../../client/stream/stream-events.js';
import { answerCommand } from '../executions/format-waiting.js';
import { printable } from '../format/printable.js';
import type { Output } from '../format/output.js';

/** Tells the questions of a turn on standard error where nobody can be asked, with the command that answers them. */
export function createQuestionNotes(output: Pick<Output, 'note'>): (event: TurnEvent) => void {
  let executionId = '';
  return (event) => {
    if (event.type === 'started') executionId = event.executionId;
    if (event.type !== 'approval') return;
    output.note(`${printable(event.prompt)}\nAnswer with: ${answerCommand({ ...event, executionId })}`);
  };
}
