import type { TurnEvent } from '../../client/stream/stream-events.js';
import type { SentMeanwhile } from './sent-meanwhile.js';

/** The questions of a running turn that wait for an answer, which is a message like any other. */
export class OpenQuestions {
  readonly #messages: Pick<SentMeanwhile, 'send'>;
  #open = 0;

  constructor(messages: Pick<SentMeanwhile, 'send'>) {
    this.#messages = messages;
  }

  /** Counts an event of the turn when it is a question to the user. */
  hear(event: TurnEvent): void {
    if (event.type === 'approval' && event.approvers === null) this.#open += 1;
  }

  /** Whether the turn goes on only when somebody has answered. */
  get isWaiting(): boolean {
    return this.#open > 0;
  }

  /** Sends a line as the answer to an open question; false: no question is open. */
  take(text: string): boolean {
    if (this.#open === 0) return false;
    this.#open -= 1;
    void this.#messages.send(text).then((sent) => {
      if (sent === undefined) this.#open += 1;
    });
    return true;
  }
}
