/** A statement with an exact value, which a summary must keep. */
export interface Fact {
  seq: number;
  ordinal: number;
  value: string;
  clause: string;
  atMs?: number | undefined;
  weight?: number;
}
