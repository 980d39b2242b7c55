export type ScheduleEvent =
  /** `route`: the switch's choice; null when no rule held. */
  | {
      readonly kind: 'succeeded';
      readonly nodeId: string;
      readonly iteration: string;
      readonly route?: string | null;
    }
  /** Failed permanently: no attempt is left. */
  | { readonly kind: 'failed'; readonly nodeId: string; readonly iteration: string }
  /** A loop evaluated its list; `total` is the number of items. */
  | {
      readonly kind: 'loop-opened';
      readonly nodeId: string;
      readonly iteration: string;
      readonly total: number;
    };
