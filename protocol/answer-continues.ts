/** The last chunk for a chat if the store is lost while an answer streams. */
export const ANSWER_CONTINUES = 'The answer continues but cannot be read at the moment: reload the chat';
