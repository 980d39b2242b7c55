/**
 * Patches new in this release. A versioned worker leaves them inactive in Workflows that move between
 * builds, so that after a rollback the previous release can replay every chat. The next release empties the
 * set.
 */
export const HELD_PATCHES: ReadonlySet<string> = new Set();
