/**
 * Replaces an input that cannot be decoded. Thrown from the payload converter, the failure would repeat with
 * every try of the Workflow Task; as a value it is refused like any other input of the wrong type.
 */
export class UnreadablePayload {}
