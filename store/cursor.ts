/** Thrown for a malformed `after`. The caller sees the message. */
export class CursorError extends Error {}
