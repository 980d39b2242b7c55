export const SEALED_ENCODING = 'binary/encrypted';
export const KEY_ID = 'key';

/**
 * Metadata that a worker with keys adds to payloads that it receives, so that the Workflow encrypts failures. Never
 * sent.
 */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** Metadata that never leaves the process. */
export const WHY_UNREADABLE = 'threadline-unreadable';
