export const OMISSIONS = ['dropped', 'refused', 'retried'] as const;
/** `dropped`: its user took it back. `refused`: the provider refuses it. `retried`: a later turn repeats it. */
export type Omission = (typeof OMISSIONS)[number];
