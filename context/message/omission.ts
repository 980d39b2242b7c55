export const OMISSIONS = ['dropped', 'refused', 'retried'] as const;
/** `dropped` by the user, `refused` by the provider, `retried` by a later turn. */
export type Omission = (typeof OMISSIONS)[number];
