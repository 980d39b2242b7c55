/** A summary must not blur its value. */
export interface Fact {
  seq: number;
  ordinal: number;
  value: string;
  clause: string;
  atMs?: number | undefined;
  weight?: number;
}
