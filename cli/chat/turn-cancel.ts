import type { ConversationHandle } from '../../client/conversation/handle.js';

/** Cancels the turn that somebody waits for, whenever they ask for it. */
export interface TurnCancel {
  /** Asks for it; a turn that is not stored yet is cancelled as soon as it is. */
  cancel(): void;
  /** Tells which turn it is. */
  submitted(turnId: string): void;
}

/** What `onError` is told is that the cancel itself did not go through. */
export function createTurnCancel(
  conversation: Pick<ConversationHandle, 'cancel'>,
  onError: (error: unknown) => void,
): TurnCancel {
  let turnId: string | undefined;
  let isWanted = false;
  const send = (): void => {
    if (turnId !== undefined) conversation.cancel(turnId).catch(onError);
  };
  return {
    cancel() {
      isWanted = true;
      send();
    },
    submitted(id) {
      turnId = id;
      if (isWanted) send();
    },
  };
}
