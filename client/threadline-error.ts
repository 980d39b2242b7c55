/**
 * What the client throws: branch on `type`. Types of Conversation.*, Model.* and Tool.* come from the
 * Workflows; Client.* are the client's own (NotFound, InvalidCursor, Unavailable).
 */
export class ThreadlineError extends Error {
  constructor(
    readonly type: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = 'ThreadlineError';
  }
}
