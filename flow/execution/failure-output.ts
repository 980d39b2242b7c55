import { hasTrait } from '../kinds/traits.js';

export type FailureReason = 'refused' | 'expired' | 'cancelled' | 'timeout' | 'failed';

export interface FailureOutput {
  /** For people, at most 500 characters. */
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

/** A declined approval or an incomplete sub-execution. */
export function wasRefused({ kind, output }: { kind: string; output: unknown }): boolean {
  if (typeof output !== 'object' || output === null) return false;
  if (hasTrait({ kind }, 'asks')) return 'confirmed' in output && output.confirmed === false;
  return hasTrait({ kind }, 'runsFlow') && 'error_code' in output && 'reason' in output;
}
