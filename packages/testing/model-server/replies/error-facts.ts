/** The facts of a refusal, before a wire format puts them in its own envelope. */
export interface ErrorFacts {
  /** The HTTP status. */
  readonly status: number;
  readonly message: string;
  /** The provider's class of error, such as `invalid_request_error`. */
  readonly type: string;
  /** The parameter at fault, for formats that name one. */
  readonly param: string | null;
  /** The provider's machine-readable code, for formats that have one. */
  readonly code: string | number | null;
}
