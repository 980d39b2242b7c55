/** Reasons for which a message of a thread is left out of later contexts. */
export const OMISSIONS = ['dropped', 'refused', 'retried'] as const;
/**
 * `dropped`: its user took it back. `refused`: the provider refuses every request that holds it. `retried`: a later turn says it
 * again.
 */
export type Omission = (typeof OMISSIONS)[number];
