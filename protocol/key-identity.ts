export interface KeyIdentity {
  user: string;
  /** Absent if the key is valid for all flows. */
  flows?: readonly string[] | undefined;
  roles?: readonly string[] | undefined;
  /** True if the key may act for other users. */
  admin: boolean;
}
