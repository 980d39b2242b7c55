/** Why a node or a sub-execution gave nothing, for flows that go on without it. */
export type FailureReason =
  /** A person said no. */
  | 'refused'
  /** Nobody answered in time. */
  | 'expired'
  | 'cancelled'
  /** It did not end by its deadline. */
  | 'timeout'
  | 'failed';

/** The output of something that failed, in the place of its own. */
export interface FailureOutput {
  /** At most 500 characters, for people. */
  error: string;
  /** The type of the error, such as `Node.Failed`. */
  error_code: string;
  reason: FailureReason;
}

/** The type of the error of a sub-execution that did not end by its deadline. */
export const LATE = 'Execution.TimedOut';
/** The type of the error of what was cancelled by hand. */
export const CANCELLED = 'Cancelled';

const REASONS: Readonly<Record<string, FailureReason>> = {
  'Approval.Refused': 'refused',
  'Approval.Expired': 'expired',
  [CANCELLED]: 'cancelled',
  [LATE]: 'timeout',
};

/** Says a failure as an output. */
export function toFailureOutput({ error, errorType }: { error: string; errorType: string }): FailureOutput {
  const reason = Object.hasOwn(REASONS, errorType) ? REASONS[errorType] : undefined;
  return { error, error_code: errorType, reason: reason ?? 'failed' };
}
