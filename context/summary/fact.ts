/** A hard fact that was said: something exact that a summary must not blur. */
export interface Fact {
  /** Sequence of the message that it stands in. */
  seq: number;
  /** Place among the message's facts, from 0. */
  ordinal: number;
  /** What must not change, as written: a number, date, id, name, path. */
  value: string;
  /** The shortest words that make the value understandable on their own; contains it. */
  clause: string;
  /** How much it is worth, by how it was said; absent: judged by the clause alone. */
  weight?: number;
}
