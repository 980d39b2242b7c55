export interface ErrorFacts {
  readonly status: number;
  readonly message: string;
  /** Such as `invalid_request_error`. */
  readonly type: string;
  readonly param: string | null;
  readonly code: string | number | null;
}
