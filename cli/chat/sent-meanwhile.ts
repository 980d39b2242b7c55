import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { TurnEvent } from '../../client/stream/turn-events.js';
import type { TurnReceipt } from '../../protocol/messages.js';
import type { QueueJump } from '../../protocol/while-running.js';

type Sent = Pick<TurnReceipt, 'turnId' | 'executionId'>;

export class SentMeanwhile {
  readonly #conversation: Pick<ConversationHandle, 'submit'>;
  readonly #onError: (error: unknown) => void;
  readonly #sent: Promise<Sent | undefined>[] = [];
  readonly #joined = new Set<string>();

  constructor(conversation: Pick<ConversationHandle, 'submit'>, onError: (error: unknown) => void) {
    this.#conversation = conversation;
    this.#onError = onError;
  }

  send(text: string, whileRunning?: QueueJump): Promise<Sent | undefined> {
    return this.add(this.#conversation.submit(text, { whileRunning }));
  }

  add(sent: Promise<Sent>): Promise<Sent | undefined> {
    const settled = sent.catch((error: unknown) => {
      this.#onError(error);
      return undefined;
    });
    this.#sent.push(settled);
    return settled;
  }

  hear(event: TurnEvent): void {
    if (event.type !== 'steered') return;
    for (const { turnId } of event.messages) if (turnId !== undefined) this.#joined.add(turnId);
  }

  async listTurns(followed: string | undefined): Promise<Sent[]> {
    const receipts = await Promise.all(this.#sent);
    return receipts
      .filter((receipt) => receipt !== undefined)
      .filter(({ turnId }) => turnId !== followed && !this.#joined.has(turnId));
  }
}
