import type { ConversationHandle } from '../../client/conversation/handle.js';
import type { TurnEvent } from '../../client/stream/stream-events.js';

/** Questions of a running turn, whose answers are messages like any other. */
export interface Questions {
  hear(event: TurnEvent): void;
  /** Sends a line as the answer to a question that is open; false: none is. */
  take(text: string): boolean;
}

/** Keeps count of the questions that a turn has asked; `onError` takes why an answer could not be sent. */
export function createQuestions(
  conversation: Pick<ConversationHandle, 'submit'>,
  onError: (error: unknown) => void,
): Questions {
  let open = 0;
  return {
    hear(event) {
      if (event.type === 'approval') open += 1;
    },
    take(text) {
      if (open === 0) return false;
      open -= 1;
      conversation.submit(text).catch((error: unknown) => {
        open += 1;
        onError(error);
      });
      return true;
    },
  };
}
