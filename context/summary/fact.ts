/** A fact that was said and has an exact value, which a summary must not blur. */
export interface Fact {
  /** Sequence of the message that it stands in. */
  seq: number;
  /** Place among the message's facts, from 0. */
  ordinal: number;
  /** The exact value, as written: a number, date, id, name, path. */
  value: string;
  /** The shortest words that make the value understandable on their own; contains it. */
  clause: string;
  /** When it was said; absent: nobody knows. */
  atMs?: number | undefined;
  /** Its weight, by how it was said; absent: the clause alone is judged. */
  weight?: number;
}
