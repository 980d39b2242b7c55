/** A refusal, independent of wire format. */
export interface ErrorFacts {
  readonly status: number;
  readonly message: string;
  /** The provider's error type, such as `invalid_request_error`. */
  readonly type: string;
  readonly param: string | null;
  readonly code: string | number | null;
}
