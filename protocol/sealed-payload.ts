/** The data format is in `temporal/encryption/seal-payload.ts`. */
export const SEALED_ENCODING = 'binary/encrypted';
/** The id of the decryption key. */
export const KEY_ID = 'key';

/**
 * Tells a Workflow that failures must be encrypted: a worker with keys adds it to incoming payloads. Never
 * sent.
 */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** Tells a Workflow why the worker could not decrypt the payload. Never sent. */
export const WHY_UNREADABLE = 'threadline-unreadable';
