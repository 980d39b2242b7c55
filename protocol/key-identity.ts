export interface KeyIdentity {
  user: string;
  /** Absent if the key reaches all flows. */
  flows?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** May act for other users. */
  admin: boolean;
}
