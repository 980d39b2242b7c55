/** Days to keep data. Absent: as in the rule `*`, else forever. Null: forever, regardless of `*`. */
export interface RetentionRule {
  /** Conversations since their last message, other executions since their end. */
  chatDays?: number | null;
  /** Tools' artifacts since the end of their execution. */
  artifactDays?: number | null;
  /** Traces, streams and trajectories since the end of their execution. */
  traceDays?: number | null;
}

/** By flow slug. `*` applies to all other flows. */
export type RetentionRules = Readonly<Record<string, RetentionRule>>;

const FIELDS = ['chatDays', 'artifactDays', 'traceDays'] as const;
const MAX_DAYS = 36_500;

export function findRule(rules: RetentionRules, flow: string): RetentionRule {
  return { ...rules['*'], ...rules[flow] };
}

export function checkRetention(rules: RetentionRules): void {
  for (const [flow, rule] of Object.entries(rules))
    for (const [field, days] of Object.entries(rule)) {
      if (!FIELDS.some((known) => known === field))
        throw new Error(
          `Retention of flow '${flow}' has the unknown field '${field}'; known are ${FIELDS.join(', ')}`,
        );
      if (days != null && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS))
        throw new Error(
          `'${field}' of the retention of flow '${flow}' must be whole days from 1 to ${MAX_DAYS}, or null`,
        );
    }
}

const MIN_AUDIT_DAYS = 30;

/** A trigger protects younger entries: deleting one would fail every later sweep, too. */
export function checkAuditDays(days: number | undefined): void {
  if (days === undefined || (Number.isInteger(days) && days >= MIN_AUDIT_DAYS && days <= MAX_DAYS)) return;
  throw new Error(`'auditDays' must be whole days from ${MIN_AUDIT_DAYS} to ${MAX_DAYS}`);
}

export interface RetentionCounts {
  conversations: number;
  executions: number;
  artifacts: number;
  traces: number;
}

export const NO_COUNTS: RetentionCounts = { conversations: 0, executions: 0, artifacts: 0, traces: 0 };

export const RETENTION_WORKFLOW = 'retention';

export function retentionScheduleId(taskQueue: string): string {
  return `retention/${encodeURIComponent(taskQueue)}`;
}
