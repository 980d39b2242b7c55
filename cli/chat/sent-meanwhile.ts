import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { TurnEvent } from '../../client/stream/stream-events.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import type { QueueJump } from '../../protocol/while-running.js';

type Sent = Pick<TurnReceipt, 'turnId' | 'executionId'>;

/** The messages that were sent past the queue while a turn was followed. */
export class SentMeanwhile {
  readonly #conversation: Pick<ConversationHandle, 'submit'>;
  readonly #onError: (error: unknown) => void;
  readonly #sent: Promise<Sent | undefined>[] = [];
  readonly #joined = new Set<string>();

  /** `onError` takes why a message could not be sent. */
  constructor(conversation: Pick<ConversationHandle, 'submit'>, onError: (error: unknown) => void) {
    this.#conversation = conversation;
    this.#onError = onError;
  }

  send(text: string, whileRunning?: QueueJump): void {
    this.add(this.#conversation.submit(text, { whileRunning }));
  }

  /** Takes a message that a command is sending. */
  add(sent: Promise<Sent>): void {
    this.#sent.push(
      sent.catch((error: unknown) => {
        this.#onError(error);
        return undefined;
      }),
    );
  }

  /** Notes which of them joined the turn. */
  hear(event: TurnEvent): void {
    if (event.type !== 'steered') return;
    for (const { turnId } of event.messages) if (turnId !== undefined) this.#joined.add(turnId);
  }

  /** Lists the turns of those that have an answer of their own: they neither joined the turn nor answered its question. */
  async listTurns(followed: string | undefined): Promise<Sent[]> {
    const receipts = await Promise.all(this.#sent);
    return receipts
      .filter((receipt) => receipt !== undefined)
      .filter(({ turnId }) => turnId !== followed && !this.#joined.has(turnId));
  }
}
