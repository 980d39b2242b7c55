export const SEALED_ENCODING = 'binary/encrypted';
export const KEY_ID = 'key';

/** A worker with keys adds it to incoming payloads, so that the Workflow encrypts failures. Never sent. */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** This metadata never leaves the process. */
export const WHY_UNREADABLE = 'threadline-unreadable';
