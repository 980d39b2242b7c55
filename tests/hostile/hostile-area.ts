/** Inputs of one kind that want to do harm, and what must hold for each of them. */
export interface HostileArea {
  /** As the table of docs/security.md names it. */
  area: string;
  inputs: readonly unknown[];
  /** Fails where an input does what it wants. */
  holds: (input: never) => void | Promise<void>;
}

/** Types the inputs of an area for what holds of them. */
export function hostileArea<Input>(area: {
  area: string;
  inputs: readonly Input[];
  holds: (input: Input) => void | Promise<void>;
}): HostileArea {
  return area;
}

/** Characters that act in a terminal, turn the direction of text, or are not seen. */
export const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
