import type { JsonValue } from '../../../trajectory/graph/trajectory-node.js';

export type Wire<T> = T extends Date
  ? string
  : // Stops the endless nesting of this type.
    T extends JsonValue
    ? T
    : T extends object
      ? { [Key in keyof T]: Wire<T[Key]> }
      : T;
