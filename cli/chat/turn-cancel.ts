import type { ConversationHandle } from '../../client/conversation/handle.js';

/** Cancels the turn that somebody waits for, whenever they ask for it. */
export class TurnCancel {
  readonly #conversation: Pick<ConversationHandle, 'cancel'>;
  readonly #onError: (error: unknown) => void;
  #turnId: string | undefined;
  #isWanted = false;

  /** `onError` takes why the turn could not be cancelled. */
  constructor(conversation: Pick<ConversationHandle, 'cancel'>, onError: (error: unknown) => void) {
    this.#conversation = conversation;
    this.#onError = onError;
  }

  /** Cancels the turn; one that is not stored yet is cancelled as soon as it is. */
  readonly cancel = (): void => {
    this.#isWanted = true;
    this.#send();
  };

  /** Tells which turn it is, once it is stored. */
  readonly submitted = (turnId: string): void => {
    this.#turnId = turnId;
    if (this.#isWanted) this.#send();
  };

  #send(): void {
    if (this.#turnId !== undefined) this.#conversation.cancel(this.#turnId).catch(this.#onError);
  }
}
