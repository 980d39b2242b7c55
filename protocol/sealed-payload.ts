export const SEALED_ENCODING = 'binary/encrypted';
export const KEY_ID = 'key';

/** Makes the Workflow of a worker with keys encrypt failures. Never sent. */
export const SEALS_FAILURES = 'threadline-seals-failures';
/** Never leaves the process. */
export const WHY_UNREADABLE = 'threadline-unreadable';
