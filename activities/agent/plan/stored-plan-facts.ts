/** Facts of a stored plan, needed to plan its call again. */
export interface StoredPlanFacts {
  plannedAtMs: number;
  keepsPassages: boolean;
  /** True if the call sent the message, even if later calls omit it. */
  wasSent: (seq: number) => boolean;
  directiveKey: string | undefined;
}
