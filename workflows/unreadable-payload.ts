/** Stands for a payload that cannot be read: throwing would fail every Workflow Task. */
export class UnreadablePayload {
  constructor(readonly why?: string) {}
}

export function unreadableReason(input: unknown): string | undefined {
  return input instanceof UnreadablePayload ? input.why : undefined;
}
