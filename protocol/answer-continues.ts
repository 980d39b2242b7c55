/** Ends a stream if the store fails while an answer streams. */
export const ANSWER_CONTINUES = 'The answer continues but cannot be read at the moment: reload the chat';
