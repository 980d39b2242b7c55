export const SEALED_ENCODING = 'binary/encrypted';
export const KEY_ID = 'key';

/** A worker with keys adds it to received payloads, so that the Workflow encrypts failures. Never sent. */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** Never leaves the process. */
export const WHY_UNREADABLE = 'threadline-unreadable';
