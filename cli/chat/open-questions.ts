import type { TurnEvent } from '../../client/stream/turn-events.js';
import type { SentMeanwhile } from './sent-meanwhile.js';

export class OpenQuestions {
  readonly #messages: Pick<SentMeanwhile, 'send'>;
  #open = 0;

  constructor(messages: Pick<SentMeanwhile, 'send'>) {
    this.#messages = messages;
  }

  hear(event: TurnEvent): void {
    if (event.type === 'approval' && event.approvers === null) this.#open += 1;
  }

  get isWaiting(): boolean {
    return this.#open > 0;
  }

  take(text: string): boolean {
    if (this.#open === 0) return false;
    this.#open -= 1;
    void this.#messages.send(text).then((sent) => {
      if (!sent) this.#open += 1;
    });
    return true;
  }
}
