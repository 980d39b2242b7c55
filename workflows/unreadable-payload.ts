/**
 * A throw from the payload converter would repeat with every try of the Workflow Task; a value is refused like any
 * other invalid input.
 */
export class UnreadablePayload {
  constructor(readonly why?: string) {}
}

export function unreadableReason(input: unknown): string | undefined {
  return input instanceof UnreadablePayload ? input.why : undefined;
}
