/** Encoding of a payload that is encrypted; its data are those of `encryption/seal-payload.ts`. */
export const SEALED_ENCODING = 'binary/encrypted';
/** Metadata of an encrypted payload: id of the key that opens it. */
export const KEY_ID = 'key';

/**
 * Metadata that a worker with keys puts on every payload on its way to a Workflow, which has no other way to learn that
 * failures are to be encrypted. Never sent.
 */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** Metadata that a worker puts on a payload which it cannot open, on its way to a Workflow: the reason. Never sent. */
export const WHY_UNREADABLE = 'threadline-unreadable';
