export interface HostileArea {
  area: string;
  inputs: readonly unknown[];
  holds: (input: never) => void | Promise<void>;
}

export function hostileArea<Input>(area: {
  area: string;
  inputs: readonly Input[];
  holds: (input: Input) => void | Promise<void>;
}): HostileArea {
  return area;
}

export const ACTING =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/;
