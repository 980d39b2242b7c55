export interface KeyIdentity {
  user: string;
  /** Default: all flows. */
  flows?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** May act for other users. */
  admin: boolean;
}
