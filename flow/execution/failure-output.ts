export type FailureReason = 'refused' | 'expired' | 'cancelled' | 'timeout' | 'failed';

export interface FailureOutput {
  /** At most 500 characters, for people. */
  error: string;
  error_code: string;
  reason: FailureReason;
}

export const LATE = 'Execution.TimedOut';
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
