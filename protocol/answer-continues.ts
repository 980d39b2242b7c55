/** The error that ends a stream if the store fails. */
export const ANSWER_CONTINUES = 'The answer continues but cannot be read at the moment: reload the chat';
