import type { JsonValue } from '../../../trajectory/graph/trajectory-node.js';

export type Wire<T> = T extends Date
  ? string
  : // Stops here, because the nesting of this type would have no end.
    T extends JsonValue
    ? T
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;
