/** A throw would repeat with every Workflow Task. */
export class UnreadablePayload {
  constructor(readonly why?: string) {}
}

export function unreadableReason(input: unknown): string | undefined {
  return input instanceof UnreadablePayload ? input.why : undefined;
}
