import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { TurnEvent } from '../../client/stream/stream-events.js';

/** The questions of a running turn that wait for an answer, which is a message like any other. */
export class OpenQuestions {
  readonly #conversation: Pick<ConversationHandle, 'submit'>;
  readonly #onError: (error: unknown) => void;
  #open = 0;

  /** `onError` takes why an answer could not be sent. */
  constructor(conversation: Pick<ConversationHandle, 'submit'>, onError: (error: unknown) => void) {
    this.#conversation = conversation;
    this.#onError = onError;
  }

  /** Counts an event of the turn when it is a question. */
  hear(event: TurnEvent): void {
    if (event.type === 'approval') this.#open += 1;
  }

  /** Whether the turn goes on only when somebody has answered. */
  get isWaiting(): boolean {
    return this.#open > 0;
  }

  /** Sends a line as the answer to an open question; false: no question is open. */
  take(text: string): boolean {
    if (this.#open === 0) return false;
    this.#open -= 1;
    this.#conversation.submit(text).catch((error: unknown) => {
      this.#open += 1;
      this.#onError(error);
    });
    return true;
  }
}
