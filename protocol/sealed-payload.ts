export const SEALED_ENCODING = 'binary/encrypted';
export const KEY_ID = 'key';

/** Tells the Workflow to encrypt failures. A worker with keys adds it to incoming payloads; never sent. */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** Never sent. */
export const WHY_UNREADABLE = 'threadline-unreadable';
