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
        // The client canceled before the turn existed. If canceling fails, the call's stream shows why.
        if (call.isCancelled) turn.handle.cancel(turn.turnId).catch(() => undefined);
      },
      end: () => {
        // Compared, because a client may reuse the number after a restart.
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
