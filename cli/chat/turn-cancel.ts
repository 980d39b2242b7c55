import type { ConversationHandle } from '../../client/conversation/handle.js';

/** Cancels a turn. If the turn is not stored yet, waits until it is. */
export class TurnCancel {
  readonly #conversation: Pick<ConversationHandle, 'cancel'>;
  readonly #onError: (error: unknown) => void;
  #turnId: string | undefined;
  #isWanted = false;

  constructor(conversation: Pick<ConversationHandle, 'cancel'>, onError: (error: unknown) => void) {
    this.#conversation = conversation;
    this.#onError = onError;
  }

  readonly cancel = (): void => {
    this.#isWanted = true;
    this.#send();
  };

  readonly submitted = (turnId: string): void => {
    this.#turnId = turnId;
    if (this.#isWanted) this.#send();
  };

  #send(): void {
    if (this.#turnId !== undefined) this.#conversation.cancel(this.#turnId).catch(this.#onError);
  }
}
