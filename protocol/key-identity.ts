export interface KeyIdentity {
  user: string;
  /** Absent if the key is valid for all flows. */
  flows?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** May act for other users. */
  admin: boolean;
}
