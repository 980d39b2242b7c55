/**
 * Names of patches that are new in this release. A versioned worker leaves them inactive in Workflows that move between
 * builds, so that a rollback to the release before can replay every chat. The next release empties the set.
 */
export const HELD_PATCHES: ReadonlySet<string> = new Set();
