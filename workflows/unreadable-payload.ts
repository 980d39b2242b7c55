/**
 * Replaces an input that cannot be decoded. Thrown from the payload converter, the failure would repeat with
 * every try of the Workflow Task; as a value it is refused like any other input of the wrong type.
 */
export class UnreadablePayload {
  /** `why`: it is encrypted, and the worker cannot open it. */
  constructor(readonly why?: string) {}
}

/** Why a worker with keys could not open an input; undefined: it could, or the input is wrong in another way. */
export function unreadableReason(input: unknown): string | undefined {
  return input instanceof UnreadablePayload ? input.why : undefined;
}
