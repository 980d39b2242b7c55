import type { CalledTurn } from './follow-to-answer.js';

interface RunningCall {
  turn?: CalledTurn;
  isCancelled: boolean;
}

/** The calls that wait for their answers in this process, so that their clients can take them back. */
export class RunningCalls {
  readonly #calls = new Map<string, RunningCall>();

  /** Keeps a call until `end`; `onTurn` says which turn it began. */
  begin(key: string): { onTurn: (turn: CalledTurn) => void; end: () => void } {
    const call: RunningCall = { isCancelled: false };
    this.#calls.set(key, call);
    return {
      onTurn(turn) {
        call.turn = turn;
        // It was taken back before its turn was there. Its stream tells the failure, if it is one.
        if (call.isCancelled) turn.handle.cancel(turn.turnId).catch(() => undefined);
      },
      end: () => {
        // A client that counts from the start again may have another call under the same id.
        if (this.#calls.get(key) === call) this.#calls.delete(key);
      },
    };
  }

  /** Cancels the turn of a call; a call that nobody waits for here stays as it is. */
  async cancel(key: string): Promise<void> {
    const call = this.#calls.get(key);
    if (call === undefined) return;
    call.isCancelled = true;
    await call.turn?.handle.cancel(call.turn.turnId);
  }
}
