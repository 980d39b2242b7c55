/** A summary must not blur its value. */
export interface Fact {
  seq: number;
  ordinal: number;
  value: string;
  /** Understandable on its own. */
  clause: string;
  atMs?: number | undefined;
  /** Absent: judged by the clause alone. */
  weight?: number;
}
