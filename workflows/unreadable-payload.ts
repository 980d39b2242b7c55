/**
 * A throw from the payload converter would repeat with every try of the Workflow Task; a value is refused like any
 * other input of the wrong type.
 */
export class UnreadablePayload {
  /** Set if the worker cannot decrypt the payload. */
  constructor(readonly why?: string) {}
}

export function unreadableReason(input: unknown): string | undefined {
  return input instanceof UnreadablePayload ? input.why : undefined;
}
