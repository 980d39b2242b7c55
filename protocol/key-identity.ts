/** Whose a key is, and what it may. */
export interface KeyIdentity {
  user: string;
  /** Slugs of the flows that exist for it; absent: all. */
  flows?: readonly string[] | undefined;
  /** Roles of the user, by which it answers approvals; absent: none. */
  roles?: readonly string[] | undefined;
  /** May act for other users. */
  admin: boolean;
}
