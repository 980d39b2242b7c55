import type { CalledTurn } from './follow-to-answer.js';

interface RunningCall {
  turn?: CalledTurn;
  isCancelled: boolean;
}

export class RunningCalls {
  readonly #calls = new Map<string, RunningCall>();

  begin(key: string): { onTurn: (turn: CalledTurn) => void; end: () => void } {
    const call: RunningCall = { isCancelled: false };
    this.#calls.set(key, call);
    return {
      onTurn(turn) {
        call.turn = turn;
        // Canceled before its turn existed. A failed cancel shows in the call's stream.
        if (call.isCancelled) turn.handle.cancel(turn.turnId).catch(() => undefined);
      },
      end: () => {
        // A client that restarts its numbering may reuse the id.
        if (this.#calls.get(key) === call) this.#calls.delete(key);
      },
    };
  }

  async cancel(key: string): Promise<void> {
    const call = this.#calls.get(key);
    if (!call) return;
    call.isCancelled = true;
    await call.turn?.handle.cancel(call.turn.turnId);
  }
}
