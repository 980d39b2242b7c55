export interface KeyIdentity {
  user: string;
  /** Slugs of the allowed flows. Absent for all flows. */
  flows?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** May act for other users. */
  admin: boolean;
}
