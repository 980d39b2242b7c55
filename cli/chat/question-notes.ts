import type { TurnEvent } from '../../client/stream/turn-events.js';
import { formatAnswerCommand } from '../approvals/format-waiting.js';
import { printable } from '../format/printable.js';
import type { Output } from '../format/output.js';

export class QuestionNotes {
  readonly #output: Pick<Output, 'note'>;

  constructor(output: Pick<Output, 'note'>) {
    this.#output = output;
  }

  hear(event: TurnEvent): void {
    if (event.type !== 'approval') return;
    const command = formatAnswerCommand(event);
    this.#output.note(`${printable(event.prompt)}\nAnswer with: ${command}`);
  }
}
