/** The data format is in `temporal/encryption/seal-payload.ts`. */
export const SEALED_ENCODING = 'binary/encrypted';
export const KEY_ID = 'key';

/** Tells the Workflow to encrypt failures: a worker with keys adds this to incoming payloads. Never sent. */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** Why the worker could not decrypt the payload. Never sent. */
export const WHY_UNREADABLE = 'threadline-unreadable';
