/** For flows that continue without the output. */
export type FailureReason =
  | 'refused'
  /** Nobody answered in time. */
  | 'expired'
  | 'cancelled'
  | 'timeout'
  | 'failed';

export interface FailureOutput {
  /** At most 500 characters, for people. */
  error: string;
  error_code: string;
  reason: FailureReason;
}

/** A sub-execution past its deadline. */
export const LATE = 'Execution.TimedOut';
/** A manual cancellation. */
export const CANCELLED = 'Cancelled';

const REASONS: Readonly<Record<string, FailureReason>> = {
  'Approval.Refused': 'refused',
  'Approval.Expired': 'expired',
  [CANCELLED]: 'cancelled',
  [LATE]: 'timeout',
};

export function toFailureOutput({ error, errorType }: { error: string; errorType: string }): FailureOutput {
  const reason = Object.hasOwn(REASONS, errorType) ? REASONS[errorType] : undefined;
  return { error, error_code: errorType, reason: reason ?? 'failed' };
}
