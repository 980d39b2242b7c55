/** How many days things are kept; absent: for ever, or as `*` says. `null`: for ever, whatever `*` says. */
export interface RetentionRule {
  /** Conversations with all that hangs on them, since their last message; executions outside them, since their end. */
  chatDays?: number | null;
  /** Artifacts of tools, since the end of their execution. */
  artifactDays?: number | null;
  /** The records of agents' steps: traces, streams and trajectories, counted from the end of their execution. */
  traceDays?: number | null;
}

/** Rules by the slug of a flow; `*` is for all that have none of their own. */
export type RetentionRules = Readonly<Record<string, RetentionRule>>;

const FIELDS = ['chatDays', 'artifactDays', 'traceDays'] as const;
/** A century: longer is for ever. */
const MAX_DAYS = 36_500;

/** The rule for a flow, with what `*` says where its own says nothing. */
export function findRule(rules: RetentionRules, flow: string): RetentionRule {
  return { ...rules['*'], ...rules[flow] };
}

/** Throws a sentence that names the flow and the field which cannot be used. */
export function checkRetention(rules: RetentionRules): void {
  for (const [flow, rule] of Object.entries(rules))
    for (const [field, days] of Object.entries(rule)) {
      if (!FIELDS.some((known) => known === field))
        throw new Error(`Retention of flow '${flow}' has a field '${field}': there are ${FIELDS.join(', ')}`);
      if (days !== null && days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MAX_DAYS))
        throw new Error(
          `'${field}' of the retention of flow '${flow}' must be whole days from 1 to ${MAX_DAYS}, or null`,
        );
    }
}

/** The rows that were removed, or are due. */
export interface RetentionCounts {
  conversations: number;
  executions: number;
  /** Executions whose artifacts are due, or the artifacts that were removed. */
  artifacts: number;
  /** Executions whose traces are due, or were removed. */
  traces: number;
}

export const NO_COUNTS: RetentionCounts = { conversations: 0, executions: 0, artifacts: 0, traces: 0 };

export const RETENTION_WORKFLOW = 'retention';

/** Id of the Schedule that removes what is due for the workers of a Task Queue, and of the Workflow that it starts. */
export function retentionScheduleId(taskQueue: string): string {
  return `retention/${encodeURIComponent(taskQueue)}`;
}
