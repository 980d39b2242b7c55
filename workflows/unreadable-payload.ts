/**
 * Replaces an input that cannot be decoded. A throw from the payload converter would repeat with every try
 * of the Workflow Task; a value is refused like any other input of the wrong type.
 */
export class UnreadablePayload {
  /** `why` is set when the payload is encrypted and the worker cannot decrypt it. */
  constructor(readonly why?: string) {}
}

/** Why a worker with keys could not decrypt an input. Absent for other invalid input. */
export function unreadableReason(input: unknown): string | undefined {
  return input instanceof UnreadablePayload ? input.why : undefined;
}
